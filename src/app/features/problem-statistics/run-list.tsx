import type { UseQueryResult } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import type { problem } from '#contract/problem.ts'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ChosenProblems } from './chosen-problems.tsx'
import { ProblemList } from './problem-list.tsx'
import { choiceOf } from './row-choice.ts'
import { FIRST_RUN_SIZE, isUnresolved, type StatisticsTabProps } from './statistics-search.ts'
import type { TickedProblems } from './use-ticked-problems.ts'

interface RunListProps extends StatisticsTabProps {
  readonly problems: UseQueryResult<OutputOf<typeof problem.list>>
  readonly ticks: TickedProblems
  readonly isDesk: boolean
  /** For the order of fires. */
  readonly isWaiting: boolean
}

export function RunList({ problems, ticks, search, isDesk, isWaiting, onChange }: RunListProps) {
  const { page = 1, size = FIRST_RUN_SIZE } = search
  return (
    <>
      {ticks.isOn && <ChosenProblems pickable={ticks.pickable} chosen={ticks.chosen} onChoose={ticks.setTicked} />}
      <QueryResult of={problems} waiting={<RowsComing />}>
        {(data) =>
          isWaiting || !rowsOfPage(data) ? (
            <RowsComing />
          ) : data.list.length === 0 ? (
            <NothingFound search={search} />
          ) : (
            <ProblemList
              of={data}
              search={search}
              isDesk={isDesk}
              tickOf={ticks.tickOf}
              busy={problems.isPlaceholderData}
            />
          )
        }
      </QueryResult>
      {!isWaiting && (
        <ListFooter
          of={problems}
          page={page}
          pageSize={size}
          sizes={LIST_PAGE_SIZES}
          onChange={(next, nextSize) => onChange({ page: next, size: nextSize, ...choiceOf(undefined) })}
        />
      )}
    </>
  )
}

function RowsComing() {
  return (
    <Loading>
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <div key={at} className="space-y-2 border-b border-line px-4 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </Loading>
  )
}

function NothingFound({ search }: Pick<StatisticsTabProps, 'search'>) {
  const { buildingId, kind, search: said, from, to } = search
  if (buildingId || kind || said || from || to)
    return <Empty title="没有符合条件的问题" hint="可放宽时间、建筑或类别" />
  if (isUnresolved(search))
    return (
      <Empty
        icon={<CheckIcon className="h-12 w-12 text-ok" />}
        title="没有未解决的问题"
        hint="设施出现故障、离线或数值异常时会列在这里"
      />
    )
  return <Empty title="没有问题" hint="设施出现故障、离线或数值异常时会列在这里" />
}
