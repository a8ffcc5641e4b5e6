import { createStore } from '#app/ui/store.ts'

/** Number of open alarms, for the menu. */
export const openFires = createStore(0)
