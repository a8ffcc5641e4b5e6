import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { may } from '#contract/access.ts'
import { contentQuery } from '#app/data/content.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { RegisterImportButton } from '#app/parts/register-import-button.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { MapPinIcon } from '#app/ui/place-icons.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { BuildingTab } from './building-tab.tsx'
import { BuildingTable } from './building-table.tsx'
import { approvalCountsOf, statisticsOf } from './list-queries.ts'
import { FIRST_SIZE, type ListSearch } from './list-search.ts'
import { orderOf } from './score-bands.ts'

const ApprovalTab = lazy(() => import('./approval-tab.tsx').then((loaded) => ({ default: loaded.ApprovalTab })))
const RefusedDeclaration = lazy(() =>
  import('./refused-declaration.tsx').then((loaded) => ({ default: loaded.RefusedDeclaration })),
)

const route = getRouteApi('/_shell/buildingList')

const REFUSED = '1'

const TABS = [
  { tab: undefined, status: undefined, label: '建筑列表', rest: '', figure: undefined },
  { tab: 'approve', status: '0', label: '待审批', rest: '建筑', figure: 'approving' },
  { tab: 'approve', status: REFUSED, label: '已拒绝', rest: '', figure: 'refused' },
] as const

export function BuildingListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const actor = actorOf(useSession())
  const isDesk = useMedia(DESK)
  const { data: waiting } = useQuery({ ...approvalCountsOf(search), placeholderData: keepPreviousData })
  const { data: counts } = useQuery({ ...statisticsOf(search), placeholderData: keepPreviousData })
  const fires = search.condition === undefined && search.isAccess === undefined && counts?.conditions?.alarm
  const showsRefused = search.tab !== undefined && search.approveStatus === REFUSED
  const hasRefused = isDesk && (showsRefused || (waiting?.refused ?? 0) > 0)
  const change = (some: Partial<ListSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  return (
    <section className="page-list relative flex flex-col rounded-md border border-line bg-panel">
      <div className="flex items-center justify-between gap-x-2 border-b border-line pr-4 xl:absolute xl:bottom-full xl:left-24 xl:right-0 xl:mb-2 xl:border-0 xl:pr-0">
        <nav aria-label="列表" className="flex gap-5 self-stretch px-4">
          {TABS.map(({ tab, status, label, rest, figure }) => {
            const count = figure && waiting?.[figure]
            const isRefused = status === REFUSED
            if (isRefused && !hasRefused) return null
            const isOn = tab === search.tab && (!tab || !hasRefused || isRefused === showsRefused)
            return (
              <Link
                key={label}
                to="/buildingList"
                search={(now) => ({
                  ...now,
                  tab,
                  ...(status && { approveStatus: count || hasRefused ? status : undefined, approvePage: undefined }),
                })}
                activeOptions={{ exact: true }}
                aria-current={isOn ? 'page' : undefined}
                className={cx(
                  'flex min-h-[2.75rem] items-center whitespace-nowrap border-b-2 text-base max-md:min-h-[3.25rem]',
                  isOn ? 'border-link font-medium text-link' : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {label}
                <span className="max-md:hidden">{rest}</span>
                {Boolean(count) && <span className="ml-1.5 font-figure font-semibold">{count}</span>}
              </Link>
            )
          })}
        </nav>
        <div className="relative flex items-center gap-2 md:py-1.5">
          {!isDesk && search.tab === undefined && orderOf(search) === 'worst' && (
            <span
              key={String(fires)}
              className="absolute right-full mr-2 flex items-center gap-1 whitespace-nowrap text-xs text-ink-soft"
            >
              {Boolean(fires) && <ToneMark tone="fire" />}
              {fires ? `有火警 ${fires} 栋在前` : '最严重在前'}
            </span>
          )}
          {isDesk && may('duty', actor) && search.tab === undefined && (
            <Link to="/nearby" className={buttonClass()}>
              <MapPinIcon />
              附近
            </Link>
          )}
          {may('gov2', actor) ? <RegisterImportButton kind="buildings" isInMenu={!isDesk} /> : <AddButton />}
        </div>
      </div>
      {search.tab === 'approve' ? (
        <Suspense
          fallback={<BuildingTable caption="待审批建筑" rows={undefined} expected={search.approveSize ?? FIRST_SIZE} />}
        >
          <ApprovalTab search={search} onChange={change} />
        </Suspense>
      ) : (
        <BuildingTab search={search} onChange={change} />
      )}
      {search.declare && (
        <Suspense fallback={null}>
          <RefusedDeclaration
            key={search.declare}
            buildingId={search.declare}
            onDone={() => change({ declare: undefined })}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Source: rulings, Slips. */
function AddButton() {
  const role = actorOf(useSession())?.role
  const { data: settings } = useQuery(contentQuery.settings())
  const { history } = useRouter()
  return (
    <Button
      kind="primary"
      icon={<PlusIcon />}
      disabled={(role !== 'unit' && role !== 'property') || settings?.selfBinding === false}
      onClick={() => history.push('/bindBuilding?fnc=add')}
    >
      <span className="max-sm:sr-only">新增/绑定建筑</span>
    </Button>
  )
}
