import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { contentQuery } from '#app/data/content.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ApprovalTab } from './approval-tab.tsx'
import { BuildingTab } from './building-tab.tsx'
import type { ListSearch } from './list-search.ts'
import { RefusedDeclaration } from './refused-declaration.tsx'

const route = getRouteApi('/_shell/buildingList')

const TABS = [
  { tab: undefined, label: '建筑列表' },
  { tab: 'approve', label: '待审批建筑' },
] as const

/** /buildingList: the buildings in sight, and those under approval or refused; each tab keeps its own filters and page. */
export function BuildingListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (some: Partial<ListSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  return (
    <section className="flex flex-col rounded-md border border-line bg-panel">
      <div className="flex items-center justify-between gap-x-2 border-b border-line pr-2 md:pr-3">
        <nav aria-label="列表" className="flex">
          {TABS.map(({ tab, label }) => (
            <Link
              key={label}
              to="/buildingList"
              search={(now) => ({ ...now, tab })}
              aria-current={tab === search.tab ? 'page' : undefined}
              className={cx(
                'flex min-h-[2.75rem] items-center border-b-2 px-3 text-base md:px-4',
                tab === search.tab
                  ? 'border-link font-medium text-link'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
        <AddButton />
      </div>
      {search.tab === 'approve' ? (
        <ApprovalTab search={search} onChange={change} />
      ) : (
        <BuildingTab search={search} onChange={change} />
      )}
      {search.declare && (
        <RefusedDeclaration
          key={search.declare}
          buildingId={search.declare}
          onDone={() => change({ declare: undefined })}
        />
      )}
    </section>
  )
}

/** Units and property companies bind buildings themselves where the installation lets them; the authority does not. Source: rulings, Slips. */
function AddButton() {
  const role = actorOf(useSession())?.role
  const { data: settings } = useQuery(contentQuery.settings())
  const { history } = useRouter()
  return (
    <Button
      kind="primary"
      size="small"
      icon={<PlusIcon />}
      disabled={(role !== 'unit' && role !== 'property') || settings?.selfBinding === false}
      onClick={() => history.push('/bindBuilding?fnc=add')}
    >
      <span>
        新增<span className="hidden sm:inline">/绑定建筑</span>
      </span>
    </Button>
  )
}
