import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RunProblem } from '#contract/problem.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { Answer } from '#app/parts/answer.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { rowNumber } from '#app/ui/pager-math.ts'
import { CountsRow } from './counts-row.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunTable } from './run-table.tsx'
import { runCounts, runPageOf } from './statistics-queries.ts'
import { FIRST_SIZE, type TabProps } from './statistics-search.ts'

/** 设施运行问题统计: facility problems, solved or not. Source: document 1, Problem statistics page. */
export function RunTab({ search, onChange }: TabProps) {
  const counts = useQuery(runCounts())
  const problems = useQuery({ ...runPageOf(search), placeholderData: keepPreviousData })
  const [shown, setShown] = useState<RunProblem>()
  const [open, setOpen] = useState(false)
  const { page = 1, size = FIRST_SIZE } = search
  const table = (rows: readonly RunProblem[] | undefined) => (
    <RunTable
      rows={rows}
      expected={size}
      busy={problems.isPlaceholderData}
      firstIndex={rowNumber(page, size, 0)}
      empty={<NothingFound search={search} />}
      onShow={(problem) => {
        setShown(problem)
        setOpen(true)
      }}
    />
  )
  return (
    <>
      <CountsRow of={counts} linkOf={(status) => (status ? { status } : {})}>
        {({ questionUnresolvedCount, solveCount, total }) => ({
          unsolved: questionUnresolvedCount,
          solved: solveCount,
          total,
        })}
      </CountsRow>
      <RunFilters search={search} onChange={(some) => onChange({ ...some, page: undefined })} />
      <Answer of={problems} waiting={table(undefined)}>
        {({ list }) => table(list)}
      </Answer>
      <ListFooter
        of={problems}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) => onChange({ page: next, size: nextSize })}
      />
      {shown && <RunDialog problem={shown} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function NothingFound({ search: { buildingId, status, from, to } }: Pick<TabProps, 'search'>) {
  if (status === '0' && (from || to))
    return <Empty title="没有符合条件的问题" hint="未解决的问题没有解决时间，请清除解决时间或改选状态" />
  if (buildingId || status || from || to) return <Empty title="没有符合条件的问题" hint="可放宽时间、建筑或状态" />
  return <Empty title="没有问题" hint="设施出现故障、离线或数值异常时会列在这里" />
}
