import { createStore } from '#app/ui/store.ts'

/** The page somebody wanted before signing in, a building's whose code was scanned say; in memory only. */
export const goal = createStore<string | null>(null)
