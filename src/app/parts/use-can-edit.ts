import { actorOf, useSession } from '#app/session/session.ts'

/** Of the building pages' URLs. */
export const useCanEdit = (): '0' | '1' => (actorOf(useSession())?.role === 'government' ? '0' : '1')
