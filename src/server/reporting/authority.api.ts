import { authority } from '#contract/authority.ts'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { type AreaNarrowing, scopedByArea, areaBuckets } from '../registry/building.scope.ts'
import { providerShares, rankAreas } from './access-figures.ts'
import { aggregatesByStreet } from './access.store.ts'
import { alarmFigures } from './alarm-figures.ts'
import { cellProviders } from './city-figures.ts'
import { implement } from '../platform/implement.ts'
import { currentDays } from '../evaluation/current-days.ts'
import type { Cells } from '../schema/tally.table.ts'

/** @throws AppError 404 */
function needCells(session: Session, area: AreaNarrowing): Cells {
  const cells = areaBuckets(session, area)
  if (!cells) throw notThere()
  return cells
}

export const authorityApi = implement(authority, {
  async isvRanking(area, { db, session }) {
    const cells = areaBuckets(session, area)
    const shares = cells ? cellProviders(db, cells) : providerShares(db, scopedByArea(db, session, area))
    return (await shares).map(({ id, name, value, percentage }) => ({
      isvName: name,
      isvId: String(id),
      buildingCount: value,
      percentage,
    }))
  },
  async streetRanking(area, { db, session, now }) {
    const cells = needCells(session, area)
    const isDistrict = area.countyNo !== '' || session.county !== null
    return isDistrict ? rankAreas(await aggregatesByStreet(db, cells, currentDays(now)), 1, 'streetNo') : []
  },
  fireAlarm: async (area, { db, session }) => alarmFigures(db, needCells(session, area)),
  deviceCard: async (_, { session, deps: { settings } }) => ({
    url: settings.deviceCard?.account === session.account ? settings.deviceCard.url : null,
  }),
})
