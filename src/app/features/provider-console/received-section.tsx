import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromWireTime } from '#contract/time.ts'
import { consoleQuery } from '#app/data/provider-console.ts'
import { ago, formatTime } from '#app/lib/format.ts'
import { useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const AGAIN_MS = 5_000
const LATE_MS = 5 * 60_000
const MOST_BUILDINGS = 100

export function ReceivedSection() {
  const [chosen, setChosen] = useState('')
  const [search, setSearch] = useState('')
  const buildings = useQuery({
    ...consoleQuery.buildings({ search, currentPage: 1, pageSize: MOST_BUILDINGS }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryResult of={buildings} waiting={<Skeleton className="h-40" />}>
      {({ list, total }) => {
        if (total === 0 && search === '') return <Empty title="暂无绑定的建筑" />
        const isMany = total > list.length
        const { projectId = '' } = list.find((one) => one.projectId === chosen) ?? list[0] ?? {}
        return (
          <Card title="最近上报" flush>
            <div className="px-4 pt-3">
              {(isMany || search !== '') && (
                <SearchBox
                  className="mb-2"
                  label="搜索建筑名称或地址"
                  initial={search}
                  onSearch={(said) => setSearch(said.trim())}
                />
              )}
              <Field
                label="建筑"
                hint={`每 5 秒更新，列出最近上报的 30 个点位${isMany ? `；共 ${total} 栋，可选 ${list.length} 栋，其余请搜索` : ''}`}
              >
                {(control) => (
                  <Select
                    {...control}
                    value={projectId}
                    placeholder="没有找到建筑"
                    options={list.map((one) => ({ value: one.projectId, label: one.name }))}
                    onChange={({ target }) => setChosen(target.value)}
                  />
                )}
              </Field>
            </div>
            {projectId !== '' && <Latest projectId={projectId} />}
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
        <>
          {list[0] && <Newest time={list[0].receivedTime} />}
          <DataTable
            caption="最近上报的点位"
            rows={list}
            rowKey={({ pointNumber }) => pointNumber}
            empty={<Empty title="暂无上报" hint="登记点位并上报后显示在这里" />}
            columns={[
              { key: 'point', header: '点位编号', phone: 'title', render: ({ pointNumber }) => pointNumber },
              { key: 'name', header: '名称', render: ({ deviceName }) => deviceName ?? '--' },
              { key: 'system', header: '消防系统', render: ({ systemName }) => systemName },
              { key: 'api', header: '接口类型', render: ({ apiName, apiId }) => `${apiName}（apiId ${apiId}）` },
              { key: 'time', header: '最近上报', nowrap: true, render: ({ receivedTime }) => formatTime(receivedTime) },
            ]}
          />
        </>
      )}
    </QueryResult>
  )
}

function Newest({ time }: { time: string }) {
  const now = new Date(useServerTime())
  const isLate = now.getTime() - fromWireTime(time).getTime() > LATE_MS
  return (
    <p
      className={cx(
        'flex items-center gap-1.5 px-4 pb-3 text-sm',
        isLate ? 'font-medium text-attention-ink' : 'text-ink-soft',
      )}
    >
      {isLate && <ToneMark tone="attention" />}
      最近一条在 {isLate ? ago(time, now) : '5 分钟内'}
    </p>
  )
}
