import { useEffect, type MouseEvent } from 'react'
import { cx } from '#app/ui/cx.ts'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { Highlight } from './highlight.tsx'
import type { Hit, HitGroup } from './hit.ts'

export const optionId = (key: string) => `search-${key}`

// A native select cannot hold links.
const LIST = { role: 'listbox' } as const
const GROUP = { role: 'group' } as const
const option = (isChosen: boolean) => ({ role: 'option', 'aria-selected': isChosen }) as const

interface HitListProps {
  readonly id: string
  readonly groups: readonly HitGroup[]
  readonly words: readonly string[]
  readonly activeKey: string | undefined
  onPoint(key: string): void
  onOpen(hit: Hit, event: MouseEvent): void
}

export function HitList({ id, groups, words, activeKey, onPoint, onOpen }: HitListProps) {
  useEffect(() => {
    if (activeKey !== undefined) document.getElementById(optionId(activeKey))?.scrollIntoView({ block: 'nearest' })
  }, [activeKey])
  return (
    <div id={id} {...LIST} aria-label="搜索结果" className="px-2 pb-3">
      {groups.map(({ kind, label, total, hits }) => (
        <div key={kind} {...GROUP} aria-labelledby={`${id}-${kind}`}>
          <p id={`${id}-${kind}`} className="px-3 pb-1 pt-3 text-sm text-ink-soft">
            {label} {total && <span className="font-figure">{total}</span>}
          </p>
          {hits.map((hit) => (
            <a
              key={hit.key}
              id={optionId(hit.key)}
              {...option(hit.key === activeKey)}
              tabIndex={-1}
              href={hit.to}
              onClick={(event) => onOpen(hit, event)}
              onMouseMove={() => hit.key !== activeKey && onPoint(hit.key)}
              className={cx(
                'flex min-h-[3.75rem] items-center gap-4 rounded-md px-3 py-1.5 lg:min-h-[3rem]',
                hit.isUrgent ? 'bg-danger-soft' : hit.key === activeKey && 'lg:bg-link/10',
                hit.isUrgent && hit.key === activeKey && 'lg:shadow-[inset_0_0_0_2px_rgb(var(--danger-solid))]',
              )}
            >
              <span className="flex w-11 shrink-0 justify-center">{hit.lead}</span>
              <span className="min-w-0 flex-1">
                <span className="block break-words font-semibold leading-snug">
                  <Highlight text={hit.title} words={words} />
                </span>
                <span className="block truncate text-sm text-ink-soft">
                  <Highlight text={hit.second} words={words} />
                </span>
              </span>
              {hit.note && <span className="max-w-[40%] shrink-0 text-right">{hit.note}</span>}
              {hit.key === activeKey && <KeyHint keys="↵" />}
            </a>
          ))}
        </div>
      ))}
    </div>
  )
}
