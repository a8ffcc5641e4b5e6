import { draftsFrom } from '#app/offline/draft-store.ts'
import type { Entered } from './form-texts.ts'
import { NEW_DRAFT } from './use-building-form.ts'

export interface NewDraft {
  readonly name: string
  readonly unsent: string | undefined
}

export function holdDraft(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((tell) => {
    if (!navigator.locks) tell(true)
    else
      void navigator.locks
        .request(name, { ifAvailable: true }, (lock) => {
          tell(lock !== null)
          return lock && !signal.aborted
            ? new Promise<void>((release) => signal.addEventListener('abort', () => release()))
            : undefined
        })
        .catch(() => tell(true))
  })
}

export async function otherNewDrafts(own: string): Promise<NewDraft[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return (await draftsFrom<Partial<Entered>>(NEW_DRAFT))
    .filter(([draft]) => draft !== own && !held.some(({ name }) => name === draft))
    .map(([draft, { fields }]) => ({
      name: fields?.name ?? '',
      unsent: draft.slice(NEW_DRAFT.length + 1) || undefined,
    }))
}
