import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { exportRunProblems, waitingHandling } from '#app/data/problem.ts'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterButton } from '#app/parts/filter-button.tsx'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useKeys } from '#app/parts/use-keys.ts'
import { useOpenFirst } from '#app/parts/use-open-first.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { ChosenProblems } from './chosen-problems.tsx'
import { ProblemChips } from './problem-chips.tsx'
import { ProblemList } from './problem-list.tsx'
import { RunFilters } from './run-filters.tsx'
import { runExportOf, runPageOf } from './statistics-queries.ts'
import { FIRST_RUN_SIZE, isUnresolved, type StatisticsTabProps } from './statistics-search.ts'

const ProblemView = lazy(() =>
  import('#app/parts/problem/problem-view.tsx').then((loaded) => ({ default: loaded.ProblemView })),
)

/** 设施运行问题统计: facility problems. Source: document 1, Problem statistics page. */
export function RunTab({ tabs, search, onChange }: StatisticsTabProps & { readonly tabs: ReactNode }) {
  const problems = useQuery({ ...runPageOf(search), placeholderData: keepPreviousData })
  const isDesk = useMedia(LARGE)
  const writes = useWaitingWrites()
  const actor = actorOf(useSession())
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const pane = useRef<HTMLElement>(null)
  const { page = 1, size = FIRST_RUN_SIZE, id } = search
  const rows = problems.data?.list ?? []
  const narrow = (some: Partial<typeof search>) => {
    setTicked(null)
    onChange({ ...some, page: undefined, id: undefined })
  }
  const firstId = rows[0]?.id
  const isChoosing = isDesk && id === undefined && firstId !== undefined && !problems.isPlaceholderData
  useOpenFirst(isChoosing, () => onChange({ id: firstId }))
  const step = (by: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>('a[data-row]')]
    const at = links.findIndex(({ dataset }) => dataset['row'] === id)
    const next = links[at < 0 ? 0 : at + by]
    if (!next) return
    onChange({ id: next.dataset['row'] })
    next.scrollIntoView({ block: 'nearest' })
  }
  const act = () => {
    const primary = pane.current?.querySelector<HTMLElement>('[data-primary]')
    if (primary) primary.click()
    else pane.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }
  const down = () => step(1)
  const up = () => step(-1)
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up, Enter: act }, isDesk)
  const pickable =
    actor && processes(actor.role)
      ? rows.filter(
          (row) =>
            row.questionStatus === 0 &&
            !row.alarmId &&
            whyNotProcessed(row) === null &&
            waitingHandling(writes, row.id).act === null,
        )
      : []
  const chosen = pickable.filter((row) => ticked?.includes(row.id))
  const tickOf = (row: ListedProblem) =>
    ticked && pickable.includes(row)
      ? {
          isTicked: ticked.includes(row.id),
          onTick: (isTicked: boolean) =>
            setTicked(isTicked ? [...ticked, row.id] : ticked.filter((one) => one !== row.id)),
        }
      : undefined
  const filters = <RunFilters search={search} onChange={narrow} />
  const exported = <ExportButton address={() => exportRunProblems(runExportOf(search))} />
  const searched = (
    <SearchBox
      className="min-w-0 flex-1 lg:max-w-xs"
      label="搜索问题、建筑或位置"
      initial={search.search}
      onSearch={(said) => narrow({ search: said || undefined })}
    />
  )
  const filtersInUse = [search.buildingId, search.from ?? search.to].filter(Boolean).length
  const row = rows.find((one) => one.id === id)
  const many = pickable.length > 0 && (
    <Button aria-pressed={ticked !== null} onClick={() => setTicked(ticked ? null : [])}>
      {ticked ? '取消多选' : '多选'}
    </Button>
  )
  const chips = <ProblemChips counts={problems.data?.counts} search={search} onChange={narrow} />
  const list = (
    <>
      {ticked && <ChosenProblems pickable={pickable} chosen={chosen} onChoose={setTicked} />}
      <QueryResult of={problems} waiting={<RowsComing />}>
        {(data) =>
          data.list.length === 0 ? (
            <NothingFound search={search} />
          ) : (
            <ProblemList of={data} search={search} isDesk={isDesk} tickOf={tickOf} busy={problems.isPlaceholderData} />
          )
        }
      </QueryResult>
      <ListFooter
        of={problems}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) => onChange({ page: next, size: nextSize, id: undefined })}
      />
    </>
  )
  if (isDesk)
    return (
      <div className="-m-3 flex h-[calc(100vh-56px)] flex-col px-4 pt-2">
        <div className="flex items-center justify-between gap-3">
          {tabs}
          <ProblemKeys />
        </div>
        {chips}
        <div className="flex flex-wrap items-center gap-2 pb-2 pt-1">
          {searched}
          {filters}
          <div className="ml-auto flex gap-2">
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
            {id === undefined ? (
              <Empty className="flex-1" title="请在左侧选择问题" hint="按 J、K 上下选择，按回车处理" />
            ) : (
              <Suspense fallback={<SkeletonText lines={8} />}>
                <ProblemView key={id} id={id} row={row} onDone={down} />
              </Suspense>
            )}
          </section>
        </div>
      </div>
    )
  return (
    <section className="flex min-w-0 flex-col rounded-md border border-line bg-panel">
      <div className="flex items-center justify-between border-b border-line md:pl-4 [&>button]:border-0">
        {tabs}
        <FilterButton isSmall count={filtersInUse + (search.search ? 1 : 0)}>
          {searched}
          {filters}
          {many}
          {exported}
        </FilterButton>
      </div>
      <div className="border-b border-line py-0.5">{chips}</div>
      {list}
      <ProblemSheet byAddress id={id} row={row} onClose={() => onChange({ id: undefined })} />
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
