import { actorOf, useSession } from '#app/session/session.ts'

/** What an address of a building's pages carries: whether its reader may change the building. */
export const useCanEdit = (): '0' | '1' => (actorOf(useSession())?.role === 'government' ? '0' : '1')
