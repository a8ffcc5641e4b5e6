import { createStore } from '#app/ui/store.ts'

/** Page to return to after sign-in; in memory only. */
export const returnTo = createStore<string | null>(null)
