import * as v from 'valibot'
import { watchmanName } from './alarm.ts'
import { group, type OutputOf } from './endpoint.ts'
import { areaFilter, id, idFilter, idInput, line, maybeText, nothing, page, paged, timeFilter } from './fields.ts'
import { SHELF_NOTE_LENGTH, SHELF_REASONS, SHELF_STATES } from './shelf.rules.ts'

export const SHELF_PAGE_SIZE = 20

export const shelfRow = v.object({
  id,
  state: v.picklist(SHELF_STATES),
  buildingId: id,
  buildingName: v.string(),
  /** Set for a system; null for the whole building and for a device. */
  systemName: maybeText,
  deviceId: v.nullable(id),
  deviceNo: maybeText,
  deviceName: maybeText,
  /** Floor, zone and description of the device. */
  place: maybeText,
  reason: v.picklist(SHELF_REASONS),
  note: maybeText,
  fromTime: v.string(),
  untilTime: v.string(),
  /** Ended by hand before `untilTime`. */
  endTime: maybeText,
  endedBy: maybeText,
  by: v.string(),
  organisation: maybeText,
})

export const shelf = group('shelf', {
  list: {
    method: 'GET',
    path: '/field/v1/shelf',
    encoding: 'query',
    access: 'duty',
    effect: false,
    cache: 'keep',
    input: v.object({
      buildingId: idFilter,
      ...areaFilter,
      /** Empty: all. */
      state: v.optional(v.picklist(['', ...SHELF_STATES]), ''),
      ...page(SHELF_PAGE_SIZE),
    }),
    output: paged(shelfRow),
    errors: [404],
    summary: '检修登记：检修中的在前，其次未开始的，然后已结束的，新的在前。',
  },
  create: {
    method: 'POST',
    path: '/field/v1/shelf',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({
      buildingId: idInput,
      /** At most one of both; neither: the whole building. */
      systemId: idFilter,
      pointId: idFilter,
      reason: v.picklist(SHELF_REASONS, '请选择检修原因'),
      note: v.optional(line(SHELF_NOTE_LENGTH, `最多 ${SHELF_NOTE_LENGTH} 个字`), ''),
      /** Omitted: now. */
      fromTime: timeFilter,
      untilTime: v.pipe(
        timeFilter,
        v.check((time) => time !== undefined, '请选择结束时间'),
      ),
      watchman: watchmanName,
    }),
    output: v.object({ id }),
    errors: [400, 404, 409],
    success: '检修登记成功',
    summary:
      '登记检修：整栋建筑、一个系统（systemId）或一个点位（pointId），须有结束时间；单位每次最长 8 小时，消防救援机构 72 小时。期间的火警照常记录，不逐级通知；手动报警按钮除外。',
  },
  end: {
    method: 'POST',
    path: '/field/v1/shelf/end',
    encoding: 'json',
    access: 'duty',
    effect: true,
    queue: 'queue',
    input: v.object({ id: idInput, watchman: watchmanName }),
    output: nothing,
    errors: [404],
    success: '检修已结束',
    summary: '提前结束检修，未恢复的火警随即逐级通知；已结束的照常返回。',
  },
})

export type ShelfRow = OutputOf<typeof shelf.list>['list'][number]
