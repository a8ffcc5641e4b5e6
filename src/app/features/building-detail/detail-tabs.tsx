import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cx } from '#app/ui/cx.ts'
import { TABS, type Tab } from './building-queries.ts'

interface DetailTabsProps {
  readonly id: string
  readonly canEdit: boolean
  readonly current: Tab
  readonly withIot: boolean
  readonly problems: number
}

export function DetailTabs({ id, canEdit, current, withIot, problems }: DetailTabsProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const at = bar.current?.querySelector<HTMLElement>(`a[href$="/${current}"]`)
    if (bar.current && at) bar.current.scrollLeft = at.offsetLeft - (bar.current.clientWidth - at.offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={bar}
      aria-label="建筑详情分栏"
      className="relative mb-2 overflow-x-auto md:mb-3 md:mt-3 border-b border-line"
    >
      <ul className="flex min-w-max justify-between md:justify-start">
        {TABS.filter(({ value }) => withIot || value !== 'iotInfo').map(({ value, label, short }) => (
          <li key={value}>
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id, canEdit: canEdit ? '1' : '0', tabName: value }}
              replace
              resetScroll={false}
              aria-current={value === current ? 'page' : undefined}
              className={cx(
                'relative flex min-h-[2.75rem] items-center whitespace-nowrap px-1.5 text-base -outline-offset-2 md:px-4',
                value === current
                  ? 'font-medium text-link shadow-[inset_0_-2px_0_rgb(var(--link))]'
                  : 'text-ink-soft hover:text-ink',
              )}
            >
              <span aria-hidden="true" className="md:hidden">
                {short}
              </span>
              <span className="sr-only md:not-sr-only">{label}</span>
              {value === 'todoInfo' && problems > 0 && (
                <span className="whitespace-pre font-figure font-semibold"> {problems}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
