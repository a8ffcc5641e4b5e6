import { createStore } from '#app/ui/store.ts'

/** Whether the search over everything is open. */
export const searchOpen = createStore(false)
