import { type BuildingAction, type BuildingState, can } from '#contract/building.rules.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useOffers(): (action: BuildingAction, state: BuildingState) => boolean {
  const role = actorOf(useSession())?.role
  return (action, state) => role !== undefined && can(action, role, state)
}
