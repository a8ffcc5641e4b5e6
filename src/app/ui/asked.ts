import type { ButtonKind } from './button.tsx'
import { createStore } from './store.ts'

export interface Choice {
  readonly key: string
  readonly label: string
  readonly kind?: ButtonKind
  /** Initial focus: the non-destructive answer. */
  readonly first?: boolean
}

/** Kept during its closing animation. */
export interface Asked {
  readonly question: string
  readonly detail?: string
  /** Instead of the question, which is then in the body. */
  readonly title?: string
  readonly open: boolean
  readonly choices: readonly Choice[]
  readonly answer: (key: string | null) => void
}

export const asked = createStore<Asked | null>(null)
