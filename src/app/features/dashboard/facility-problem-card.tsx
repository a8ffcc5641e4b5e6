import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FacilityProblem, PANEL_PAGE_SIZE, problem } from '#contract/problem.ts'
import { asPage, exportFacilityProblems, problemQuery } from '#app/data/problem.ts'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { knownOf } from '#app/parts/problem/problem-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { useMay } from '#app/session/use-may.ts'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { rowNumber, rowsOfPage } from '#app/ui/pager-math.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { partsOf, unresolvedPage } from './dashboard-queries.ts'
import { ProblemCounts } from './problem-counts.tsx'
import { ProblemTable } from './problem-table.tsx'

/** Part of the dashboard batch. */
const problemPage = (buildingId: string, page: number) =>
  page === 1
    ? { ...partsOf(buildingId).problems, select: asPage }
    : problemQuery.facilityList(unresolvedPage(buildingId, page))

/** Source: document 1, section 2. */
export function FacilityProblemCard({ buildingId }: { buildingId: string }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<FacilityProblem>()
  const problems = useQuery(problemPage(buildingId, page))
  // Not open to every role.
  const isCounted = useMay(problem.facilityCounts.access)
  const counts = useQuery({ ...partsOf(buildingId).counts, enabled: isCounted })
  const [total, setTotal] = useState<number>()
  if (problems.data && problems.data.total !== total) setTotal(problems.data.total)
  useLastPage(problems, { page, pageSize: PANEL_PAGE_SIZE, onPage: setPage })
  const waiting = (
    <Loading>
      <SkeletonText lines={PANEL_PAGE_SIZE} />
    </Loading>
  )

  return (
    <Card
      title="消防设施问题"
      height={465}
      className="md:col-span-2 md:!h-auto xl:col-span-1 xl:!h-[465px]"
      flush
      freshness={<DataTime of={problems} />}
      actions={<ExportButton size="small" address={() => exportFacilityProblems(unresolvedPage(buildingId, 1))} />}
      footer={
        total !== undefined && (
          <Pager of="消防设施问题" page={page} pageSize={PANEL_PAGE_SIZE} total={total} onChange={setPage} compact />
        )
      }
    >
      {isCounted && <ProblemCounts buildingId={buildingId} counts={counts} list={problems} />}
      <div className="min-h-0 flex-1">
        <QueryResult of={problems} waiting={waiting}>
          {(data) =>
            !rowsOfPage(data) ? (
              waiting
            ) : data.list.length === 0 ? (
              <Empty title="没有未解决的问题" hint="设施出现故障、离线或数值异常时会列在这里" />
            ) : (
              <ProblemTable list={data.list} firstIndex={rowNumber(page, PANEL_PAGE_SIZE, 0)} onShow={setShown} />
            )
          }
        </QueryResult>
      </div>
      <ProblemSheet id={shown?.id} row={shown && knownOf(shown)} onClose={() => setShown(undefined)} />
    </Card>
  )
}
