import { getRouteApi, Link } from '@tanstack/react-router'
import { cx } from '#app/ui/cx.ts'
import { RunTab } from './run-tab.tsx'
import { ScoreProblemTab } from './score-tab.tsx'
import type { StatisticsSearch } from './statistics-search.ts'

const route = getRouteApi('/_shell/problemStatistics')

const TABS = [
  { tab: undefined, label: '设施运行问题统计', short: '设施运行问题' },
  { tab: 'score', label: '消防综合评分问题统计', short: '综合评分问题' },
] as const

/** Each tab keeps its own filters and page. */
export function StatisticsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (some: Partial<StatisticsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const tabs = (
    <div className="flex flex-wrap items-center gap-x-5">
      <h2 aria-hidden="true" className="hidden text-xl font-semibold md:block">
        问题
      </h2>
      <nav aria-label="统计" className="flex gap-x-5">
        {TABS.map(({ tab, label, short }) => (
          <Link
            key={label}
            to="/problemStatistics"
            search={{ ...search, tab }}
            aria-label={label}
            aria-current={tab === search.tab ? 'page' : undefined}
            className={cx(
              'flex min-h-[2.75rem] items-center border-b-2 text-base',
              tab === search.tab
                ? 'border-link font-medium text-link'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            <span className="md:hidden">{short}</span>
            <span className="hidden md:inline">{label}</span>
          </Link>
        ))}
      </nav>
    </div>
  )
  return search.tab === 'score' ? (
    <section className="flex min-w-0 flex-col rounded-md border border-line bg-panel">
      <div className="border-b border-line pl-4">{tabs}</div>
      <ScoreProblemTab search={search} onChange={change} />
    </section>
  ) : (
    <RunTab tabs={tabs} search={search} onChange={change} />
  )
}
