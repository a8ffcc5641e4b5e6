import { createStore } from '#app/ui/store.ts'

/** How many. */
export const openFires = createStore(0)
