import { type BuildingAction, type BuildingState, offers } from '#contract/building.rules.ts'
import { actorOf, useSession } from '#app/session/session.ts'

/** What the signed-in person finds on a building's row. */
export function useOffers(): (action: BuildingAction, state: BuildingState) => boolean {
  const role = actorOf(useSession())?.role
  return (action, state) => role !== undefined && offers(action, role, state)
}
