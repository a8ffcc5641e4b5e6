import type { ReactNode } from 'react'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { formatNumber } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import type { Tone } from '#app/ui/tone.ts'

export const matterClass = 'matter'

interface MatterProps {
  readonly mark: ReactNode
  readonly tone: Tone
  readonly count?: number
  /** '栋建筑低于 60 分' */
  readonly title: string
  readonly detail?: string | null
}

/** In a link or button with {@link matterClass}. */
export function Matter({ mark, tone, count, title, detail }: MatterProps) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className={cx('flex items-baseline gap-x-1', count !== undefined && 'min-w-[4.125rem] justify-end')}>
          <span className="text-xl leading-none">{mark}</span>
          {count !== undefined && (
            <span className={cx('font-figure text-2xl font-semibold leading-none', toneClass[tone].text)}>
              {formatNumber(count)}
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1 basis-40">
          <span className="block truncate text-base font-semibold leading-5 text-ink">{title}</span>
          {detail && (
            <span className="line-clamp-3 break-words text-sm text-ink-soft [word-break:keep-all]">{detail}</span>
          )}
        </span>
      </span>
      <ChevronRightIcon className="-mr-2 self-center text-ink-soft" />
    </>
  )
}
