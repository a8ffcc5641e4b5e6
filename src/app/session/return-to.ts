import { createStore } from '#app/ui/store.ts'

/** Page to return to after sign-in; in memory only. */
export const returnTo = createStore<string | null>(null)

export function keepPage({ pathname, searchStr }: { readonly pathname: string; readonly searchStr: string }): void {
  if (!pathname.endsWith('Data')) returnTo.write(pathname + searchStr)
}
