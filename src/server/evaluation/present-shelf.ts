import { toWireTime } from '#contract/time.ts'
import { SYSTEMS } from '../reference/systems.ts'
import type { ShelfEntry } from './shelf.store.ts'

const wire = (at: number | null) => (at === null ? null : toWireTime(new Date(at)))

export const presentShelf = ({ systemId, pointId, fromAt, untilAt, endedAt, ...row }: ShelfEntry) => ({
  ...row,
  systemName: systemId === null ? null : (SYSTEMS.find(({ id }) => id === systemId)?.name ?? String(systemId)),
  deviceId: pointId,
  fromTime: toWireTime(new Date(fromAt)),
  untilTime: toWireTime(new Date(untilAt)),
  endTime: wire(endedAt),
})
