import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { providerQuery } from '#app/data/provider.ts'
import { formatNumber } from '#app/lib/format.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { countsOf } from './provider-queries.ts'
import type { ProviderSearch } from './provider-search.ts'

export function ProviderCounts({ search }: { search: ProviderSearch }) {
  const review = useQuery({ ...countsOf(search), placeholderData: keepPreviousData })
  const docking = useQuery(providerQuery.dockingCounts())
  return (
    <div className="border-b border-line px-4 md:grid md:grid-cols-[4fr_3fr] md:gap-x-6 md:py-2">
      <Counts
        title="审核"
        words={providerReview}
        listOf={(status) => ({ county: search.county, status })}
        countOf={(code) => review.data?.find(({ status }) => String(status) === code)?.num}
      />
      <Counts
        title="对接"
        words={providerDocking}
        listOf={(accessStatus) => ({ accessStatus })}
        countOf={(code) => docking.data?.find(({ accessStatus }) => String(accessStatus) === code)?.num}
      />
    </div>
  )
}

const ONE_LINE_ON_PHONES =
  'max-md:ml-0 max-md:grid max-md:min-w-0 max-md:flex-1 max-md:grid-cols-4 max-md:[&>div]:min-w-0 max-md:[clip-path:none] max-md:[&>div]:flex max-md:[&>div]:min-h-control max-md:[&>div]:items-center max-md:[&>div]:gap-1.5 max-md:[&>div]:border-0 max-md:[&>div]:p-0 max-md:[&_dd>span:first-child]:text-base max-md:[&_dd>span:last-child]:hidden max-md:[&_dd]:m-0 max-md:[&_svg]:hidden'

const toList = (search: ProviderSearch) => (shown: ReactNode) => (
  <Link to="/companyList" search={search} className={figureClass}>
    {shown}
  </Link>
)

interface CountsProps {
  readonly title: string
  readonly words: Dict
  countOf(code: string): number | undefined
  listOf(code: string): ProviderSearch
}

function Counts({ title, words, countOf, listOf }: CountsProps) {
  const isWaiting = (code: string) => words.tone(code) === 'working'
  return (
    <section className="border-line max-md:flex max-md:items-center max-md:gap-2 md:[&+&]:border-l md:[&+&]:pl-6">
      <h2 className="shrink-0 text-sm font-normal text-ink-soft md:text-xs">{title}</h2>
      <Stats className={ONE_LINE_ON_PHONES}>
        {[...words.codes.filter(isWaiting), ...words.codes.filter((code) => !isWaiting(code))].map((code) => (
          <Stat
            key={code}
            label={words.label(code)}
            tone={words.tone(code)}
            value={formatNumber(countOf(code))}
            unit="家"
            link={toList(listOf(code))}
          />
        ))}
      </Stats>
    </section>
  )
}
