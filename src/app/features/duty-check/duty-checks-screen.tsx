import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { may } from '#contract/access.ts'
import { CHECK_PAGE_SIZE } from '#contract/page-sizes.ts'
import type { DutyCheck } from '#contract/duty-check.ts'
import { answerDuty, exportChecks } from '#app/data/duty-check.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { AskDialog } from './ask-dialog.tsx'
import { checkFilterOf, checksOf } from './check-queries.ts'
import type { CheckSearch } from './check-search.ts'
import { CheckTable } from './check-table.tsx'
import { NoChecks } from './no-checks.tsx'
import { PlansDialog } from './plans-dialog.tsx'
import { tookWords } from './took-words.ts'

const route = getRouteApi('/_shell/dutyChecks')

export function DutyChecksScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const actor = actorOf(useSession())
  const isDesk = may('desk', actor)
  const isUnit = may('unit', actor)
  const [dialog, setDialog] = useState<'ask' | 'plans'>()
  const checks = useQuery({ ...checksOf(search), placeholderData: keepPreviousData })
  const change = (some: Partial<CheckSearch>) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...some }), replace: true, resetScroll: false })
  const { counts, medianSeconds = null } = checks.data ?? {}
  const all = counts && counts.waiting + counts.answered + counts.missed
  const option = (value: NonNullable<CheckSearch['state']> | '', label: string, count: number | undefined) => ({
    value,
    label: count === undefined ? label : `${label} ${count}`,
  })
  async function answer({ id, buildingName }: DutyCheck) {
    try {
      await answerDuty(client, [id])
      toast.success(`已应答：${buildingName}`)
    } catch (error) {
      toast.error(failureWords(error, '未能提交，请重试'))
    }
  }
  const isFiltered = Object.keys(search).length > 0
  const isNone = !isFiltered && !checks.isPlaceholderData && checks.data?.total === 0
  const table = (rows: Parameters<typeof CheckTable>[0]['rows']) => (
    <CheckTable
      rows={rows}
      busy={checks.isPlaceholderData}
      isFiltered={isFiltered}
      next={
        isDesk && (
          <>
            <Button onClick={() => setDialog('plans')}>定时查岗</Button>
            <Button kind="primary" onClick={() => setDialog('ask')}>
              查岗
            </Button>
          </>
        )
      }
      onAnswer={isUnit ? (row) => void answer(row) : undefined}
    />
  )
  if (isNone && isUnit)
    return (
      <section aria-label="查岗">
        <NoChecks />
      </section>
    )
  return (
    <section aria-label="查岗">
      <ListFrame isNone={isNone}>
        {!isNone && (
          <FilterBar
            first={
              <Segmented
                label="查岗结果"
                options={[
                  option('', '全部', all),
                  option('waiting', '待应答', counts?.waiting),
                  option('answered', '已应答', counts?.answered),
                  option('missed', '未应答', counts?.missed),
                ]}
                value={search.state ?? ''}
                onChange={(state) => change({ state: state || undefined })}
              />
            }
            used={[search.start ?? search.end, search.building]}
            actions={
              <>
                <ExportButton disabled={checks.data?.total === 0} address={() => exportChecks(checkFilterOf(search))} />
                {isDesk && <Button onClick={() => setDialog('plans')}>定时查岗</Button>}
              </>
            }
            add={isDesk ? { label: '查岗', onAdd: () => setDialog('ask') } : undefined}
          >
            {search.building && (
              <Button size="small" onClick={() => change({ building: undefined })}>
                查看全部建筑的查岗
              </Button>
            )}
            <DateRange
              label="查岗时间"
              value={{ start: search.start ?? '', end: search.end ?? '' }}
              onChange={({ start, end }) => change({ start: start || undefined, end: end || undefined })}
            />
            {medianSeconds !== null && (
              <span className="text-sm text-ink-soft">应答用时中位数 {tookWords(medianSeconds)}</span>
            )}
          </FilterBar>
        )}
        <QueryResult of={checks} waiting={table(undefined)}>
          {(shown) => table(rowsOfPage(shown))}
        </QueryResult>
        <ListFooter
          of={checks}
          page={search.page ?? 1}
          pageSize={CHECK_PAGE_SIZE}
          onChange={(page) => change({ page: page === 1 ? undefined : page })}
        />
      </ListFrame>
      {dialog === 'ask' && <AskDialog onDone={() => setDialog(undefined)} />}
      {dialog === 'plans' && <PlansDialog onDone={() => setDialog(undefined)} />}
    </section>
  )
}
