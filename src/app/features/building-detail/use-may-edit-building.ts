import { BUILDING_RULES } from '#contract/building.rules.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useMayEditBuilding(canEdit: boolean): boolean {
  const role = actorOf(useSession())?.role
  return canEdit && role !== undefined && BUILDING_RULES.edit.roles.some((one) => one === role)
}
