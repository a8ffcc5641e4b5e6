import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ITEM_PAGE_SIZE, type ScoreProblem, WHOLE_BUILDING } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { BuildingName } from '#app/parts/building-name.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { BuildingSelector } from './building-selector.tsx'
import { partsOf, scopeOf } from './dashboard-queries.ts'

/** Part of the dashboard batch. */
function itemPage(buildingId: string, page: number) {
  const input = { ...scopeOf(buildingId), currentPage: page, questionStatus: 0, pageSize: ITEM_PAGE_SIZE }
  return page === 1 ? partsOf(buildingId).items : scoreQuery.items(input)
}

/** Source: document 1. */
export function ScoreProblemCard({ buildingId }: { buildingId: string }) {
  const [chosen, setChosen] = useState(buildingId)
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<ScoreProblem>()
  const [open, setOpen] = useState(false)
  const items = useQuery({ ...itemPage(chosen, page), placeholderData: keepPreviousData })
  useLastPage(items, { page, pageSize: ITEM_PAGE_SIZE, onPage: setPage })
  const waiting = (
    <Loading className="py-3">
      <SkeletonText lines={ITEM_PAGE_SIZE * 2} />
    </Loading>
  )
  return (
    <Card
      title="问题统计"
      height={556}
      flush
      freshness={<DataTime of={items} />}
      footer={
        items.data &&
        items.data.total > 0 && (
          <Pager
            of="问题统计"
            page={page}
            pageSize={ITEM_PAGE_SIZE}
            total={items.data.total}
            onChange={setPage}
            compact
          />
        )
      }
    >
      <div className="px-4 pt-3">
        <BuildingSelector
          label="问题所在建筑"
          className="mb-2"
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            setPage(1)
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4">
        <QueryResult of={items} waiting={waiting}>
          {(data) =>
            !rowsOfPage(data) ? (
              waiting
            ) : data.list.length === 0 ? (
              <Empty title="没有扣分的问题" hint="影响评分的问题会列在这里" />
            ) : (
              <ul aria-label="扣分的问题" className="divide-y divide-line">
                {data.list.map((item) => (
                  <Item
                    key={item.id}
                    item={item}
                    onExplain={() => {
                      setShown(item)
                      setOpen(true)
                    }}
                  />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
      {shown && (
        <LazyDialog
          open={open}
          title="处理说明"
          width={600}
          onClose={() => setOpen(false)}
          footer={
            <Button kind="primary" onClick={() => setOpen(false)}>
              确定
            </Button>
          }
        >
          <Details
            rows={[
              ['建筑名称', shown.buildingName],
              ['问题描述', shown.describe],
              ['评分要求', shown.itemDesc],
              ['发生时间', shown.createTime],
              ['扣分', `${shown.deduction} 分`],
            ]}
          />
        </LazyDialog>
      )}
    </Card>
  )
}

function Item({ item, onExplain }: { item: ScoreProblem; onExplain(): void }) {
  const navigate = useNavigate()
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="break-words text-sm">{item.describe}</p>
        <p className="text-xs">
          <BuildingName of={item} tab="scoreInfo" />
        </p>
        <p className="font-figure text-xs text-ink-soft">{item.createTime}</p>
      </div>
      <div className="flex shrink-0 flex-col">
        {item.catDevTypeId !== WHOLE_BUILDING && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => void navigate({ href: `/buildDetail/${item.buildingId}/1/iotInfo` })}
          >
            查看
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onExplain}>
          处理说明
        </Button>
      </div>
    </li>
  )
}
