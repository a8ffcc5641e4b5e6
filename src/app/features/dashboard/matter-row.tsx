import type { ReactNode } from 'react'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { formatNumber } from '#app/lib/format.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import type { Tone } from '#app/ui/tone.ts'

export const matterClass = 'matter'

interface MatterProps {
  readonly mark: ReactNode
  readonly tone: Tone
  readonly count?: number
  /** '栋建筑低于 60 分' */
  readonly title: string
  readonly detail?: ReactNode
}

/** In a link or button with {@link matterClass}. */
export function Matter({ mark, tone, count, title, detail }: MatterProps) {
  return (
    <>
      <i>{mark}</i>
      {count !== undefined && <b className={toneClass[tone].text}>{formatNumber(count)}</b>}
      <span className="matter-line">
        <span className="matter-title">{title}</span>
        {detail && <span className="matter-more">{detail}</span>}
      </span>
      <ChevronRightIcon className="-mr-bearing text-ink-soft" />
    </>
  )
}

/** The second building goes where the line has no room for it. */
export const WorstLine = ({ of }: { of: readonly string[] }) => <Dotted className="xl:h-10" of={of} />
