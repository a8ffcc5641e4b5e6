import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Hero } from './hero.tsx'
import { InformationTitle } from './information-title.tsx'
import { LatestCard } from './latest-card.tsx'
import { latestInformation, latestQuestions } from './portal-queries.ts'
import { ONE_QUESTION, QUESTIONS, PORTAL_TABS } from './tabs.ts'
import { useReading } from './use-reading.ts'

const TITLE = 'line-clamp-3 md:line-clamp-2'

export function PortalScreen({ signIn }: { signIn: ReactNode }) {
  const read = useReading()
  return (
    <>
      <Hero signIn={signIn} />
      <div className="mx-auto grid w-full max-w-[1200px] grid-cols-1 gap-4 px-4 py-6 lg:grid-cols-2">
        {PORTAL_TABS.map(({ type, label }) =>
          type === QUESTIONS ? (
            <LatestQuestions key={type} label={label} />
          ) : (
            <LatestInformation key={type} type={type} label={label} onRead={read} />
          ),
        )}
      </div>
    </>
  )
}

interface LatestInformationProps {
  readonly type: 0 | 1 | 2
  readonly label: string
  onRead(id: string): void
}

function LatestInformation({ type, label, onRead }: LatestInformationProps) {
  const latest = useQuery(latestInformation(type))
  return (
    <LatestCard title={label} tab={type} of={latest} keyOf={({ id }) => id}>
      {(item) => (
        <>
          <span className="min-w-0 max-md:w-full max-md:pr-6 md:flex-1">
            <InformationTitle item={item} onRead={onRead} className={TITLE} />
          </span>
          <time className="shrink-0 font-figure text-sm text-ink-soft md:order-1">{formatDay(item.modifyTime)}</time>
          <ChevronRightIcon className="-mr-bearing text-ink-soft max-md:absolute max-md:right-4 md:order-1" />
        </>
      )}
    </LatestCard>
  )
}

function LatestQuestions({ label }: { label: string }) {
  const latest = useQuery(latestQuestions())
  return (
    <LatestCard title={label} tab={QUESTIONS} of={latest} keyOf={({ id }) => id}>
      {({ question }) => (
        <Link
          to="/portal/detail"
          search={{ type: ONE_QUESTION, question }}
          className="flex min-w-0 flex-1 items-center gap-2 text-base leading-snug text-ink after:absolute after:bottom-0 after:left-0 after:right-0 after:top-0 hover:text-link hover:underline hover:after:bg-wash"
        >
          <span className={cx(TITLE, 'min-w-0 flex-1')}>{question}</span>
          <ChevronRightIcon className="-mr-bearing text-ink-soft" />
        </Link>
      )}
    </LatestCard>
  )
}
