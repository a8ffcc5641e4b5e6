import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '#app/data/provider-console.ts'
import { formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DataTable } from '#app/ui/table.tsx'

const AGAIN_MS = 5_000
const MOST_BUILDINGS = 100

export function ReceivedSection() {
  const [chosen, setChosen] = useState('')
  const buildings = useQuery(consoleQuery.buildings({ currentPage: 1, pageSize: MOST_BUILDINGS }))
  return (
    <QueryResult of={buildings} waiting={<Skeleton className="h-40" />}>
      {({ list }) => {
        const projectId = chosen || list[0]?.projectId
        if (projectId === undefined) return <Empty title="暂无绑定的建筑" />
        return (
          <Card title="最近上报" flush>
            <div className="px-4 pt-3">
              <Field label="建筑" hint="每 5 秒更新，列出最近上报的 30 个点位">
                {(control) => (
                  <Select
                    {...control}
                    value={projectId}
                    options={list.map((one) => ({ value: one.projectId, label: one.name }))}
                    onChange={({ target }) => setChosen(target.value)}
                  />
                )}
              </Field>
            </div>
            <Latest projectId={projectId} />
          </Card>
        )
      }}
    </QueryResult>
  )
}

function Latest({ projectId }: { projectId: string }) {
  const received = useQuery({ ...consoleQuery.received({ projectId }), staleTime: 0, refetchInterval: AGAIN_MS })
  return (
    <QueryResult of={received} waiting={<Skeleton className="m-4 h-40" />}>
      {(list) => (
        <DataTable
          caption="最近上报的点位"
          rows={list}
          rowKey={({ pointNumber }) => pointNumber}
          empty={<Empty title="暂无上报" hint="登记点位并上报后显示在这里" />}
          columns={[
            { key: 'point', header: '点位编号', phone: 'title', render: ({ pointNumber }) => pointNumber },
            { key: 'name', header: '名称', render: ({ deviceName }) => deviceName ?? '--' },
            { key: 'api', header: 'apiId', render: ({ apiId }) => apiId },
            { key: 'time', header: '最近上报', nowrap: true, render: ({ receivedTime }) => formatTime(receivedTime) },
          ]}
        />
      )}
    </QueryResult>
  )
}
