import { record } from '#contract/record.ts'
import type { Session } from '../platform/session.ts'
import { findBuilding } from '../registry/find-building.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { countItems, countWithExempt } from './item.store.ts'
import { filterOf, type ListFilter, walkOf } from './list-filter.ts'
import { CATEGORIES, groupItems, ITEM_TYPES, itemsOfSystem, presentSystems } from './present-items.ts'
import { presentAction, presentDeviceState, presentFault, presentFire, presentShield } from './present-records.ts'
import { type EventKind, type RecordListRow, listDevices, listEvents } from './record.store.ts'
import { needOwnRelation, readSeries, seriesOf, seriesOfBuilding } from './series.ts'

interface ListInput extends ListFilter {
  readonly currentPage: number
  readonly pageSize: number
}

async function eventPage<Row>(
  { db, session }: { db: Db; session: Session },
  kind: EventKind,
  input: ListInput,
  only: { handled?: number | undefined; ended?: number | undefined },
  present: (row: RecordListRow) => Row,
) {
  await findBuilding(db, session, input.relationId)
  const { rows, total } = await listEvents(db, kind, { ...filterOf(input), ...only }, input)
  return { list: rows.map(present), total }
}

export const recordApi = implement(record, {
  async must({ buildingId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    return groupItems(await countWithExempt(db, buildingId, ITEM_TYPES))
  },

  async systems({ buildingId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    return presentSystems(await countItems(db, buildingId, ITEM_TYPES))
  },

  async items({ buildingId, systemId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    const items = await countWithExempt(db, buildingId, ITEM_TYPES)
    return items.counted.some((found) => found.systemId === systemId) ? itemsOfSystem(systemId, items) : []
  },

  categories: async () => CATEGORIES,

  fires: ({ state, ...input }, ctx) => eventPage(ctx, 'fire', input, { handled: state }, presentFire),
  faults: ({ state, ...input }, ctx) => eventPage(ctx, 'fault', input, { handled: state }, presentFault),
  shields: ({ state, ...input }, ctx) => eventPage(ctx, 'shield', input, { ended: state }, presentShield),
  actions: ({ state, ...input }, ctx) => eventPage(ctx, 'action', input, { ended: state }, presentAction),

  async devices({ state, ...input }, { db, session }) {
    await findBuilding(db, session, input.relationId)
    const { rows, total } = await listDevices(db, { ...filterOf(input), handled: state }, input)
    return { list: rows.map(presentDeviceState), total }
  },

  async series({ apiId, buildingId, relationId, ...input }, { db, session }) {
    const series = await seriesOfBuilding(db, session, buildingId, apiId)
    needOwnRelation(relationId, buildingId)
    return { list: await readSeries(db, series, walkOf(input)) }
  },

  async history({ id, apiId, ...input }, { db, session }) {
    return { list: await readSeries(db, await seriesOf(db, session, { id, apiId }), walkOf(input)) }
  },
})
