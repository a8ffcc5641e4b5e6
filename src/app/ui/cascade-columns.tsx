import { useEffect, useRef, type KeyboardEvent } from 'react'
import { ChevronRightIcon } from './action-icons.tsx'
import { type CascadeNode, type CascadePath, columnsOf, isLeaf, samePath, startsWith } from './cascade.ts'
import { cx } from './cx.ts'
import { CheckIcon } from './icon.tsx'
import { entryAfter } from './menu-keys.ts'

interface CascadeColumnsProps {
  readonly label: string
  readonly roots: readonly CascadeNode[]
  readonly open: CascadePath
  readonly chosen: readonly CascadePath[]
  readonly multiple: boolean
  readonly narrow: boolean
  onTouch(path: CascadePath, node: CascadeNode): void
}

const cells = (column: Element) => [...column.querySelectorAll<HTMLElement>('[role^=menuitem]')]

function roleOf(node: CascadeNode, multiple: boolean, picked: boolean, isOpen: boolean) {
  if (!isLeaf(node)) return { role: 'menuitem', 'aria-haspopup': 'menu', 'aria-expanded': isOpen } as const
  return { role: multiple ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': picked } as const
}

/** Up and Down in a column; Right, Enter and Left between. */
export function CascadeColumns({ label, roots, open, chosen, multiple, narrow, onTouch }: CascadeColumnsProps) {
  const root = useRef<HTMLDivElement>(null)
  const byKey = useRef(false)
  const columns = columnsOf(roots, open)
  const first = narrow ? columns.length - 1 : 0

  const seen = useRef('')
  useEffect(() => {
    const last = root.current?.lastElementChild
    if (!last || seen.current === open.join('/')) return
    seen.current = open.join('/')
    if (!narrow) last.scrollIntoView?.({ block: 'nearest', inline: 'end' })
    const stop = cells(last).find((cell) => cell.tabIndex === 0)
    if (byKey.current) stop?.focus()
    byKey.current = false
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const column = event.currentTarget
    const here = cells(column)
    const at = here.indexOf(document.activeElement as HTMLElement)
    const next = entryAfter(event.key, at, here.length)
    if (next !== null) here[next]?.focus()
    else if (event.key === 'ArrowRight' || event.key === 'Enter' || event.key === ' ') {
      byKey.current = here[at]?.hasAttribute('aria-expanded') ?? false
      if (event.key !== 'ArrowRight' || byKey.current) here[at]?.click()
    } else if (event.key === 'ArrowLeft' && column.previousElementSibling) {
      const before = cells(column.previousElementSibling)
      ;(before.find((cell) => cell.dataset['chosen'] === 'true') ?? before[0])?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <div ref={root} className={cx('flex min-h-0', narrow ? 'w-full' : 'max-w-full overflow-x-auto')}>
      {columns.map((column, depth) => {
        if (depth < first) return null
        const before = open.slice(0, depth)
        // Roving tabindex: the open or first cell.
        const stop = column.find((node) => node.value === open[depth]) ?? column[0]
        return (
          <div
            key={before.join('/')}
            role="menu"
            aria-label={depth === 0 ? label : `${label}，第 ${depth + 1} 级`}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            className={cx(
              'overscroll-contain py-1',
              narrow ? 'w-full' : 'max-h-72 w-44 shrink-0 overflow-y-auto border-r border-line last:border-r-0',
            )}
          >
            {column.map((node) => {
              const path = [...before, node.value]
              const picked = chosen.some((one) => samePath(one, path))
              const inside = chosen.filter((one) => startsWith(one, path)).length
              const isOpen = open[depth] === node.value
              return (
                <button
                  key={node.value}
                  type="button"
                  {...roleOf(node, multiple, picked, isOpen)}
                  aria-disabled={node.disabled || undefined}
                  data-chosen={isOpen || picked}
                  tabIndex={node === stop ? 0 : -1}
                  onClick={() => !node.disabled && onTouch(path, node)}
                  className={cx(
                    'flex w-full items-center gap-2 px-3 text-left text-base focus-visible:-outline-offset-2 md:text-sm',
                    narrow ? 'min-h-control' : 'min-h-control-sm',
                    node.disabled ? 'cursor-not-allowed text-ink-soft opacity-60' : 'cursor-pointer hover:bg-wash',
                    (isOpen || picked) && 'bg-link/10 font-medium text-link',
                  )}
                >
                  <span className="min-w-0 flex-1 break-words py-1">{node.label}</span>
                  {multiple && !isLeaf(node) && inside > 0 && (
                    <span className="rounded-full bg-link/10 px-1.5 font-figure text-xs text-link">{inside}</span>
                  )}
                  {isLeaf(node) ? picked && <CheckIcon /> : <ChevronRightIcon className="text-ink-soft" />}
                </button>
              )
            })}
          </div>
        )
      })}
    </div>
  )
}
