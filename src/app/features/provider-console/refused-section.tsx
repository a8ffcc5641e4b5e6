import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IngestKind } from '#contract/ingest.ts'
import { consoleQuery } from '#app/data/provider-console.ts'
import { formatTime } from '#app/lib/format.ts'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DataTable } from '#app/ui/table.tsx'

const PAGE_SIZE = 15

const KINDS: Readonly<Record<IngestKind, string>> = { points: '点位登记', events: '事件上报', readings: '实时数据' }

const REASONS: Readonly<Record<string, string>> = {
  future: '设备时间超前 5 分钟以上',
  unset: '设备时钟未设置',
  expired: '早于数据保存期限',
  'unknown-point': '点位未登记',
  'out-of-range': '数值超出物理范围',
  'unknown-code': '代码无法识别',
}

export function RefusedSection() {
  return (
    <div className="space-y-3">
      <RefusedBatches />
      <Quarantined />
    </div>
  )
}

function RefusedBatches() {
  const [page, setPage] = useState(1)
  const refused = useQuery({ ...consoleQuery.refused({ currentPage: page, pageSize: PAGE_SIZE }), staleTime: 0 })
  return (
    <Card title="被拒绝的上报" flush>
      <QueryResult of={refused} waiting={<Skeleton className="m-4 h-40" />}>
        {({ list }) => (
          <DataTable
            caption="被拒绝的上报"
            rows={list}
            rowKey={({ kind, code, message }) => `${kind} ${code} ${message}`}
            empty={<Empty title="最近 30 天没有被拒绝的上报" />}
            columns={[
              { key: 'message', header: '原因', phone: 'title', render: ({ message }) => message },
              { key: 'kind', header: '接口', nowrap: true, render: ({ kind }) => KINDS[kind] },
              {
                key: 'code',
                header: '拒绝范围',
                nowrap: true,
                render: ({ code }) => (code === 200 ? '部分条目' : `整批（${code}）`),
              },
              { key: 'batches', header: '批数', phone: 'half', align: 'end', render: ({ batches }) => batches },
              {
                key: 'items',
                header: '条数',
                phone: 'half',
                align: 'end',
                render: ({ code, items }) => (code === 200 ? items : '--'),
              },
              { key: 'last', header: '最近一次', nowrap: true, render: ({ lastTime }) => formatTime(lastTime) },
            ]}
          />
        )}
      </QueryResult>
      {refused.data?.total !== 0 && (
        <ListFooter of={refused} page={page} pageSize={PAGE_SIZE} name="被拒绝的上报" onChange={setPage} />
      )}
    </Card>
  )
}

function Quarantined() {
  const [page, setPage] = useState(1)
  const items = useQuery({ ...consoleQuery.quarantined({ currentPage: page, pageSize: PAGE_SIZE }), staleTime: 0 })
  return (
    <Card title="已隔离数据" flush>
      <QueryResult of={items} waiting={<Skeleton className="m-4 h-40" />}>
        {({ list }) => (
          <DataTable
            caption="已隔离数据"
            rows={list}
            rowKey={(row) => `${row.buildingName} ${row.pointNumber} ${row.kind} ${row.time} ${row.receivedTime}`}
            empty={<Empty title="暂无已隔离数据" />}
            columns={[
              { key: 'point', header: '点位编号', phone: 'title', render: ({ pointNumber }) => pointNumber },
              { key: 'reason', header: '原因', render: ({ reason }) => REASONS[reason] ?? reason },
              { key: 'building', header: '建筑', render: ({ buildingName }) => buildingName },
              { key: 'time', header: '设备时间', nowrap: true, render: ({ time }) => formatTime(time) },
              {
                key: 'received',
                header: '收到时间',
                nowrap: true,
                render: ({ receivedTime }) => formatTime(receivedTime),
              },
            ]}
          />
        )}
      </QueryResult>
      {items.data?.total !== 0 && (
        <ListFooter of={items} page={page} pageSize={PAGE_SIZE} name="已隔离数据" onChange={setPage} />
      )}
    </Card>
  )
}
