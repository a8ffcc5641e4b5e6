import * as v from 'valibot'
import { group } from './endpoint.ts'
import { code, idFilter, idInput, itemTypeFilter, itemTypeInput, search } from './fields.ts'
import { recordSpan, recordStateFilter } from './record.ts'

const file = { method: 'GET', encoding: 'query', access: 'session', effect: false, exports: true } as const

export const recordExport = group('recordExport', {
  list: {
    ...file,
    path: '/field/v1/record-export',
    timeoutMs: 660_000,
    input: v.object({
      /** 1 fires, 2 faults, 3 shields, 4 actions, 5 devices. */
      apiType: code([1, 2, 3, 4, 5]),
      apiId: itemTypeInput,
      relationId: idInput,
      ...recordSpan,
      search,
      state: recordStateFilter,
    }),
    output: v.string(),
    errors: [404],
    summary:
      '建筑某一接口类型的火警、故障、屏蔽、动作记录或设备，按列表的筛选条件，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
  series: {
    ...file,
    path: '/field/v1/series-export',
    timeoutMs: 660_000,
    input: v.object({ apiId: itemTypeFilter, id: idFilter, buildingId: idFilter, ...recordSpan }),
    output: v.string(),
    errors: [404],
    summary:
      '设备（id）的历史记录，或建筑（buildingId）某一接口类型的实时数据，按起止时间，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
})
