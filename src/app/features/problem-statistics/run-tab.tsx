import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { exportRunProblems } from '#app/data/problem.ts'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterButton } from '#app/parts/filter-button.tsx'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { byFire, headedFire } from '#app/parts/problem/fire-order.ts'
import { ProblemAwaited } from '#app/parts/problem/problem-awaited.tsx'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useCloseStep } from '#app/parts/use-close-step.ts'
import { useOpenFirst } from '#app/parts/use-open-first.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ProblemChips } from './problem-chips.tsx'
import { fireDevices, firesOf } from './problem-groups.rules.ts'
import { RunFilters } from './run-filters.tsx'
import { RunList } from './run-list.tsx'
import { runExportOf, runPageOf } from './statistics-queries.ts'
import { choiceOf, fireKey } from './row-choice.ts'
import { hasSolveTime, isUnresolved, type StatisticsTabProps } from './statistics-search.ts'
import { useOpenFires } from './use-open-fires.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useTickedProblems } from './use-ticked-problems.ts'

const ProblemView = lazy(() =>
  import('#app/parts/problem/problem-view.tsx').then((loaded) => ({ default: loaded.ProblemView })),
)

const FireView = lazy(() =>
  import('#app/parts/problem/problem-view.tsx').then((loaded) => ({ default: loaded.FireView })),
)

/** 设施运行问题统计: facility problems. Source: document 1, Problem statistics page. */
export function RunTab({ tabs, search, onChange }: StatisticsTabProps & { readonly tabs: ReactNode }) {
  const open = useOpenFires()
  const problems = useQuery({
    ...runPageOf(search),
    placeholderData: keepPreviousData,
    select: (page) =>
      open.data &&
      isUnresolved(search) &&
      firesOf(page.list, fireDevices(page, search.search !== undefined)) !== undefined
        ? {
            ...page,
            list: byFire(page.list, open.data.list, (row) =>
              row.kind === 'fire' ? { ...row, time: row.happenTime } : undefined,
            ),
          }
        : page,
  })
  const isDesk = useMedia(LARGE)
  const { id } = search
  const mayDecide = useMay('duty')
  const fire = mayDecide ? search.fire : undefined
  const chosen = fire ? fireKey(fire) : id
  const rows = problems.data?.list ?? []
  const row = rows.find((one) => one.id === id)
  const ticks = useTickedProblems(rows)
  const narrow = (some: Partial<typeof search>) => {
    ticks.setTicked(null)
    onChange({ ...some, page: undefined, ...choiceOf(undefined) })
  }
  const [first] = rows
  const isChoosing =
    isDesk && chosen === undefined && first !== undefined && !problems.isPlaceholderData && !open.isLoading
  useOpenFirst(isChoosing, () => {
    const isLed = problems.data && firesOf(rows, fireDevices(problems.data, search.search !== undefined)) !== undefined
    const lead = isLed && first && headedFire(first, rows, open.data?.list ?? [])
    onChange(choiceOf(lead ? fireKey(lead.id) : first?.id))
  })
  const { pane, down } = useRowKeys(chosen, isDesk, (next) => onChange(choiceOf(next)))
  const close = useCloseStep(() => onChange(choiceOf(undefined)))
  const filters = <RunFilters search={search} onChange={narrow} />
  const exported = <ExportButton address={() => exportRunProblems(runExportOf(search))} />
  const searched = (
    <SearchBox
      className="min-w-0 flex-1 lg:w-60 lg:flex-none"
      label="搜索问题、建筑或位置"
      initial={search.search}
      onSearch={(said) => narrow({ search: said || undefined })}
    />
  )
  const filtersInUse = [search.buildingId, hasSolveTime(search) && (search.from ?? search.to)].filter(Boolean).length
  const many = ticks.mayPick && (
    <Button
      disabled={!ticks.isOn && ticks.pickable.length === 0}
      aria-pressed={ticks.isOn}
      onClick={() => ticks.setTicked(ticks.isOn ? null : [])}
    >
      {ticks.isOn ? '取消多选' : '多选'}
    </Button>
  )
  const chips = <ProblemChips counts={problems.data?.counts} search={search} onChange={narrow} />
  const list = (
    <RunList
      problems={problems}
      ticks={ticks}
      search={search}
      isDesk={isDesk}
      isWaiting={open.isLoading}
      onChange={onChange}
    />
  )
  if (isDesk)
    return (
      <div className="-my-3 flex h-[calc(100vh-56px)] flex-col pt-2">
        <div className="flex items-center justify-between gap-3">
          {tabs}
          <ProblemKeys />
        </div>
        <div className="flex flex-wrap items-start gap-2 py-2">
          {chips}
          <div className="ml-auto flex flex-wrap gap-2">
            {searched}
            {filters}
            {many}
            {exported}
          </div>
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_26rem] gap-3 xl:grid-cols-[minmax(0,1fr)_27.5rem]">
          <section
            aria-label="问题列表"
            className="min-h-0 overflow-y-auto overscroll-contain rounded-t-lg border border-b-0 border-line bg-panel"
          >
            {list}
          </section>
          <section
            ref={pane}
            aria-label="问题详情"
            className="flex min-h-0 min-w-0 flex-col overflow-y-auto overscroll-contain rounded-t-lg border border-b-0 border-line bg-panel px-5 py-4"
          >
            {chosen === undefined && (problems.isLoading || isChoosing) ? (
              <ProblemAwaited />
            ) : fire ? (
              <Suspense fallback={<ProblemAwaited />}>
                <FireView key={fire} id={fire} look="beside" />
              </Suspense>
            ) : id === undefined ? (
              <Empty className="flex-1" title="请在左侧选择问题" hint="按 J、K 上下选择，按回车处理" />
            ) : (
              <Suspense fallback={<ProblemAwaited />}>
                <ProblemView key={id} id={id} row={row} look="beside" onDone={down} />
              </Suspense>
            )}
          </section>
        </div>
      </div>
    )
  const narrowed = (
    <FilterButton isSmall count={filtersInUse + (search.search ? 1 : 0)}>
      {searched}
      {filters}
      {many}
      {exported}
    </FilterButton>
  )
  if (fire) return <Navigate to="/alarms" search={{ id: fire }} replace />
  return (
    <section className="flex min-w-0 flex-col rounded-md border border-line bg-panel">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-stretch [&>*]:flex [&>*]:items-center [&>*]:border-b [&>*]:border-line">
        <div className="pl-4 [&_nav>a]:min-h-[3rem] md:[&_nav>a]:min-h-[3.75rem]">{tabs}</div>
        <div className="pr-4">{narrowed}</div>
        <div className="col-span-2 py-1 [&>fieldset]:flex-1">{chips}</div>
      </div>
      {list}
      <ProblemSheet byAddress id={id} row={row} onClose={close} />
    </section>
  )
}

function ProblemKeys() {
  return (
    <p className="hidden items-center gap-x-1 text-sm text-ink-soft mouse:flex">
      <KeyHint keys="J K" />
      <span className="mr-2">上下</span>
      <KeyHint keys="↵" />
      处理
    </p>
  )
}
