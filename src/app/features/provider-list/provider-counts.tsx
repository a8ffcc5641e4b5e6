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
    <div className="contents border-b border-line px-4 py-2 md:grid md:gap-x-6 md:gap-y-1 lg:grid-cols-[4fr_3fr]">
      <div className="border-line max-md:border-b max-md:px-4 max-md:py-2 lg:-mr-3">
        <Counts
          words={providerReview}
          listOf={(status) => ({ county: search.county, status })}
          countOf={(code) => review.data?.find(({ status }) => String(status) === code)?.num}
        />
      </div>
      <div className="border-t border-line max-md:order-last max-md:px-4 max-md:py-2 md:max-lg:pt-1 lg:border-t-0">
        <Counts
          words={providerDocking}
          listOf={(accessStatus) => ({ accessStatus })}
          countOf={(code) => docking.data?.find(({ accessStatus }) => String(accessStatus) === code)?.num}
        />
      </div>
    </div>
  )
}

const toList = (search: ProviderSearch) => (shown: ReactNode) => (
  <Link to="/companyList" search={search} className={figureClass}>
    {shown}
  </Link>
)

interface CountsProps {
  readonly words: Dict
  countOf(code: string): number | undefined
  listOf(code: string): ProviderSearch
}

function Counts({ words, countOf, listOf }: CountsProps) {
  const isWaiting = (code: string) => words.tone(code) === 'working'
  return (
    <Stats className="md:max-lg:[&>div]:max-w-[25%]">
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
  )
}
