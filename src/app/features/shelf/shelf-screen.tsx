import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { shelfReason } from '#contract/dict/shelf-reason.ts'
import { shelfState } from '#contract/dict/shelf-state.ts'
import { SHELF_STATES } from '#contract/shelf.rules.ts'
import { shelf, SHELF_PAGE_SIZE, type ShelfRow } from '#contract/shelf.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { DistrictSelect } from '#app/parts/district-select.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { BuildingsComing, CHOOSE_BUILDING, OwnBuildings, ServiceableBuildings } from '#app/parts/own-buildings.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { LazyShelfDialog } from '#app/parts/shelf-button.tsx'
import { ShelfEnd } from '#app/parts/shelf-end.tsx'
import { shelfScope } from '#app/parts/shelf-words.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { useFirstTab } from '#app/parts/use-first-tab.ts'
import { useMay } from '#app/session/use-may.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { CalendarIcon } from '#app/ui/place-icons.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { shelvesOf } from './shelf-queries.ts'
import type { ShelfSearch } from './shelf-search.ts'

const route = getRouteApi('/_shell/shelves')
const EXPECTED = 5
const STATES = [
  { value: '', label: '全部' },
  ...SHELF_STATES.map((value) => ({ value, label: shelfState.label(value) })),
] as const

export function ShelfScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shelves = useQuery({ ...shelvesOf(search), placeholderData: keepPreviousData })
  const change = (some: Partial<ShelfSearch>) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...some }), replace: true, resetScroll: false })
  const mayRegister = useMay(shelf.create.access)
  const [picked, setPicked] = useState<BuildingRow>()
  const [isPicking, setPicking] = useState(false)
  const pick = (row: BuildingRow) => {
    setPicked(row)
    setPicking(true)
  }
  const isNarrowed = Boolean(search.state ?? search.building ?? search.county)
  const isNone = !isNarrowed && shelves.data?.total === 0
  const isGuessed = !isNarrowed && shelves.isPending
  const table = (rows: readonly ShelfRow[] | undefined) => (
    <ShelfTable rows={rows} busy={shelves.isPlaceholderData} isNarrowed={isNarrowed} />
  )
  return (
    <section aria-label="检修登记">
      <ListFrame isNone={isNone || isGuessed}>
        {!isNone && !isGuessed && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
            <Segmented
              label="状态"
              options={STATES}
              value={search.state ?? ''}
              onChange={(state) => change({ state: state || undefined })}
            />
            <DistrictSelect
              className="w-40"
              value={search.county ?? ''}
              onChange={(county) => change({ county: county || undefined })}
            />
            {search.building && (
              <Button size="small" onClick={() => change({ building: undefined })}>
                查看全部建筑
              </Button>
            )}
            <RegisterLink />
          </div>
        )}
        <QueryResult of={shelves} waiting={isGuessed ? <CalloutWaiting /> : table(undefined)}>
          {(data) => table(rowsOfPage(data))}
        </QueryResult>
        {!isGuessed && (
          <ListFooter
            of={shelves}
            page={search.page ?? 1}
            pageSize={SHELF_PAGE_SIZE}
            onChange={(page) => change({ page })}
          />
        )}
      </ListFrame>
      {isGuessed && <BuildingsComing title={mayRegister ? CHOOSE_BUILDING : '建筑'} isActed={mayRegister} />}
      {isNone && (
        <>
          {mayRegister ? <ServiceableBuildings onPick={pick} /> : <OwnBuildings />}
          {picked && (
            <LazyShelfDialog
              key={picked.id}
              open={isPicking}
              place={{ buildingId: picked.id, buildingName: picked.name }}
              onClose={() => setPicking(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

function CalloutWaiting() {
  return (
    <Loading className="flex h-[6.4375rem] items-center gap-4 px-4 md:h-20">
      <Skeleton className="h-12 w-12 shrink-0 rounded-full max-md:hidden" />
      <div className="flex-1">
        <SkeletonText lines={2} />
      </div>
    </Loading>
  )
}

function RegisterLink() {
  return (
    <Link to="/buildingList" className={buttonClass({ kind: 'primary' })}>
      {CHOOSE_BUILDING}
    </Link>
  )
}

interface ShelfTableProps {
  readonly rows: readonly ShelfRow[] | undefined
  readonly busy: boolean
  readonly isNarrowed: boolean
}

function ShelfTable({ rows, busy, isNarrowed }: ShelfTableProps) {
  const canEdit = useCanEdit()
  const firstTabOf = useFirstTab()
  const now = useNow()
  return (
    <WideTable
      caption="检修登记"
      minWidth="66rem"
      rows={rows}
      rowKey={({ id }) => id}
      expected={EXPECTED}
      busy={busy}
      empty={
        isNarrowed ? (
          <Empty title="没有符合条件的检修登记" hint="可更换状态或查看全部建筑" />
        ) : (
          <Callout
            icon={<CalendarIcon />}
            title="暂无检修登记"
            hint={
              <>
                测试和维保前登记：检修期间的火警
                <span className="max-md:hidden">照常记录并标明“检修”，</span>
                <span className="text-ink max-md:block">
                  <span className="max-md:hidden">但</span>不通知任何人，手动报警按钮除外
                </span>
              </>
            }
            isBeside
          />
        )
      }
      columns={[
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          render: (row) => (
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id: row.buildingId, canEdit, tabName: firstTabOf(row.buildingId) }}
              className="inline-flex min-h-control items-center break-words text-link hover:underline md:min-h-0 xl:min-w-[11rem]"
            >
              {row.buildingName}
            </Link>
          ),
        },
        {
          key: 'scope',
          header: '范围',
          width: '13rem',
          render: (row) => (
            <span className="min-w-0">
              {shelfScope(row)}
              {row.place && <span className="block text-xs text-ink-soft">{row.place}</span>}
            </span>
          ),
        },
        {
          key: 'state',
          header: '状态',
          tablet: 'under',
          nowrap: true,
          width: '7rem',
          render: ({ state }) => <Badge tone={shelfState.tone(state)}>{shelfState.label(state)}</Badge>,
        },
        {
          key: 'reason',
          header: '原因',
          width: '12rem',
          render: ({ reason, note }) => (
            <span className="min-w-0 break-words">
              {shelfReason.label(reason)}
              {note && <span className="block text-xs text-ink-soft">{note}</span>}
            </span>
          ),
        },
        {
          key: 'time',
          header: '时间',
          nowrap: true,
          width: '11rem',
          render: (row) => (
            <span>
              {shortTime(row.fromTime, now)} 至 {shortTime(row.untilTime, now)}
              {row.endTime && (
                <span className="block text-xs text-ink-soft">
                  {row.endedBy} {shortTime(row.endTime, now)} 提前结束
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'by',
          header: '登记人',
          width: '11rem',
          render: ({ by, organisation }) => (
            <span className="min-w-0 break-words">
              {by}
              {organisation && <span className="block text-xs text-ink-soft">{organisation}</span>}
            </span>
          ),
        },
        {
          key: 'end',
          header: '操作',
          phone: 'action',
          width: '7rem',
          render: (row) => (row.state === 'ended' ? null : <ShelfEnd of={row} />),
        },
      ]}
    />
  )
}
