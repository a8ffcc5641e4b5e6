import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Dict } from '#contract/dict/define-dict.ts'
import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { providerQuery } from '#app/data/provider.ts'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { countsOf } from './provider-queries.ts'
import type { ProviderSearch } from './provider-search.ts'

interface ProviderCountsProps {
  readonly search: ProviderSearch
  onChange(search: ProviderSearch): void
}

export function ProviderCounts({ search, onChange }: ProviderCountsProps) {
  const review = useQuery({ ...countsOf(search), placeholderData: keepPreviousData })
  const docking = useQuery(providerQuery.dockingCounts())
  const { county, status, accessStatus } = search
  return (
    <div className="border-b border-line py-0.5 mouse:py-1">
      <ChipStrip
        key={review.data && docking.data ? 'figures' : 'waiting'}
        label="服务商状态"
        className="md:max-lg:grid md:max-lg:grid-cols-[auto_1fr] md:flex-wrap"
      >
        <Chip
          label="全部"
          count={review.data?.reduce((sum, { num }) => sum + num, 0)}
          isOn={status === undefined && accessStatus === undefined}
          onPress={() => onChange({ county })}
        />
        <Counts
          title="审核"
          className="max-md:sr-only md:border-l md:pl-4"
          words={providerReview}
          chosen={status}
          countOf={(code) => review.data?.find(({ status: of }) => String(of) === code)?.num}
          onChoose={(code) => onChange({ county, status: code })}
        />
        <Counts
          title="对接"
          className="border-l pl-3 md:pl-4"
          row="md:max-lg:col-start-2"
          words={providerDocking}
          chosen={accessStatus}
          countOf={(code) => docking.data?.find(({ accessStatus: of }) => String(of) === code)?.num}
          onChoose={(code) => onChange({ accessStatus: code })}
        />
      </ChipStrip>
    </div>
  )
}

interface CountsProps {
  readonly title: string
  readonly className: string
  readonly row?: string
  readonly words: Dict
  readonly chosen: string | undefined
  countOf(code: string): number | undefined
  onChoose(code: string | undefined): void
}

function Counts({ title, className, row, words, chosen, countOf, onChoose }: CountsProps) {
  const isWaiting = (code: string) => words.tone(code) === 'working'
  return (
    <span className={cx('flex shrink-0 gap-2 lg:pl-2', row)}>
      <span className={cx('h-5 shrink-0 self-center border-line-strong text-sm leading-5 text-ink-soft', className)}>
        {title}
      </span>
      {[...words.codes.filter(isWaiting), ...words.codes.filter((code) => !isWaiting(code))].map((code) => (
        <Chip
          key={code}
          mark={<ToneMark tone={words.tone(code)} {...(countOf(code) === 0 && { className: '!text-unknown' })} />}
          label={words.label(code)}
          count={countOf(code)}
          isOn={chosen === code}
          onPress={() => onChoose(chosen === code ? undefined : code)}
        />
      ))}
    </span>
  )
}
