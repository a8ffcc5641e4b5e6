import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { fadeStart } from '#app/parts/chip-strip.tsx'
import { cx } from '#app/ui/cx.ts'
import { TABS, type Tab } from './building-queries.ts'

const LISTS: readonly Tab[] = ['iotInfo', 'todoInfo', 'pointInfo']
const FLUSH =
  'max-md:[&+*_.row-head_.absolute]:left-3 max-md:[&+*_.row-head_.absolute]:top-3 max-md:[&+div>section_.row-grid]:pl-3 max-md:[&+section_.row-grid]:pl-3 max-md:[&+div>section_.row-group>*]:pl-3 max-md:[&+div>section>header+div>:first-child]:px-3 max-md:[&+section>header+div>:first-child]:px-3 max-md:[&+div>section]:-mx-3 max-md:[&+div>section]:-mt-2 max-md:[&+div>section]:rounded-none max-md:[&+div>section]:border-0 max-md:[&+section>header+div>:first-child]:py-1 max-md:[&+section]:-mx-3 max-md:[&+section]:-mt-2 max-md:[&+section]:rounded-none max-md:[&+section]:border-0 max-md:[&+div>section>header+div>:first-child]:py-1'

interface DetailTabsProps {
  readonly id: string
  readonly canEdit: boolean
  readonly current: Tab
  readonly withIot: boolean
  readonly problems: number
}

export function DetailTabs({ id, canEdit, current, withIot, problems }: DetailTabsProps) {
  const bar = useRef<HTMLUListElement>(null)
  const last = useRef(current)
  useEffect(() => {
    const list = bar.current
    const at = list?.querySelector<HTMLElement>(`a[href$="/${current}"]`)?.parentElement
    if (list && at) list.scrollLeft = at.offsetLeft - (list.clientWidth - at.offsetWidth) / 2
    if (list?.parentElement && last.current !== current) showStart(list.parentElement)
    last.current = current
  }, [current])
  useEffect(() => {
    document.documentElement.style.setProperty('--tabs', '3rem')
    return () => void document.documentElement.style.removeProperty('--tabs')
  }, [])
  return (
    <nav
      id="building-tabs"
      aria-label="建筑详情分栏"
      className={cx(
        LISTS.includes(current) && FLUSH,
        'relative mb-2 border-b border-line max-md:sticky max-md:top-[calc(theme(spacing.bar)+env(safe-area-inset-top))] max-md:z-bar max-md:-mx-3 max-md:bg-panel md:mb-3 md:mt-1',
      )}
    >
      <ul
        ref={bar}
        onScroll={fadeStart}
        className="relative flex overflow-x-auto [scrollbar-width:none] max-md:justify-between max-md:px-1.5 max-md:[-webkit-mask-image:linear-gradient(90deg,transparent,#000_var(--fade,0px),#000_calc(100%-0.375rem),transparent)] [&::-webkit-scrollbar]:hidden"
      >
        {TABS.filter(({ value }) => withIot || value !== 'iotInfo').map(({ value, label, short }) => (
          <li key={value} className="shrink-0">
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

function showStart(nav: HTMLElement) {
  const head = nav.previousElementSibling
  if (!head || getComputedStyle(nav).position !== 'sticky') return
  const hidden = nav.getBoundingClientRect().top - head.getBoundingClientRect().bottom
  if (hidden > 0) scrollBy(0, -hidden)
}
