import { type FormEvent, type ReactNode, useState } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from './action-icons.tsx'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { formatNumber } from '../lib/format.ts'
import { clampPage, pageAfterResize, pageCount, pagesShown } from './pager-math.ts'
import { Select } from './select.tsx'
import { frameClass } from './text-input.tsx'

export interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly sizes?: readonly number[]
  /** A size change keeps the first row. */
  readonly onChange: (page: number, pageSize: number) => void
  readonly compact?: boolean
  readonly of?: string
  readonly note?: string | undefined
  readonly aside?: ReactNode
  readonly className?: string
}

export function Pager({
  page,
  pageSize,
  total,
  sizes,
  onChange,
  compact,
  of = '',
  note,
  aside,
  className,
}: PagerProps) {
  if (total === 0) return null
  const count = pageCount(total, pageSize)
  const current = clampPage(page, count)
  const go = (to: number) => onChange(clampPage(to, count), pageSize)
  const [wide, narrow] = compact
    ? ['hidden', '']
    : count > 4
      ? ['hidden xl:flex', 'xl:hidden']
      : ['hidden md:flex', 'md:hidden']
  const isOnePage = count === 1
  return (
    <nav aria-label={`${of}分页`} className={cx('flex flex-wrap items-center gap-2 text-sm', className)}>
      <span className="mr-auto text-ink-soft">
        共 <span className="font-figure text-ink">{formatNumber(total)}</span> 条{note && ` · ${note}`}
      </span>
      {aside}
      <div className={cx('items-center gap-1', isOnePage ? 'hidden' : 'flex')}>
        <IconButton
          size="small"
          label="上一页"
          icon={<ChevronLeftIcon />}
          aria-disabled={current <= 1}
          className="aria-disabled:opacity-45"
          onClick={() => go(current - 1)}
        />
        <span className={cx('min-w-[3.5rem] text-center font-figure', narrow)}>
          {current} / {count}
        </span>
        <ol className={cx(wide, 'items-center gap-1')}>
          {pagesShown(current, count).map((entry, at) => (
            <li key={entry === 'gap' ? `gap-${at}` : entry}>
              {entry === 'gap' ? (
                <span className="inline-block w-control-sm text-center text-ink-soft">…</span>
              ) : (
                <PageButton page={entry} current={entry === current} onGo={go} />
              )}
            </li>
          ))}
        </ol>
        <IconButton
          size="small"
          label="下一页"
          icon={<ChevronRightIcon />}
          aria-disabled={current >= count}
          className="aria-disabled:opacity-45"
          onClick={() => go(current + 1)}
        />
      </div>
      {!compact && (
        <>
          {total > Math.min(pageSize, 10) && sizes?.some((size) => size < total) && (
            <Select
              aria-label="每页条数"
              className="w-28 max-md:hidden"
              value={String(pageSize)}
              options={sizes.map((size) => ({ value: String(size), label: `${size} 条/页` }))}
              onChange={(event) => {
                const size = Number(event.target.value)
                onChange(pageAfterResize(current, pageSize, size), size)
              }}
            />
          )}
          {count > 7 && <Jump count={count} onGo={go} />}
        </>
      )}
    </nav>
  )
}

function PageButton({ page, current, onGo }: { page: number; current: boolean; onGo: (page: number) => void }) {
  return (
    <button
      type="button"
      aria-label={`第 ${page} 页`}
      aria-current={current ? 'page' : undefined}
      onClick={() => onGo(page)}
      className={cx(
        'min-h-control-sm min-w-control-sm rounded px-1.5 font-figure',
        current ? 'bg-action text-action-on' : 'text-ink hover:bg-link/10',
      )}
    >
      {page}
    </button>
  )
}

function Jump({ count, onGo }: { count: number; onGo: (page: number) => void }) {
  const [text, setText] = useState('')
  const jump = (event: FormEvent) => {
    event.preventDefault()
    if (text) onGo(Number(text))
    setText('')
  }
  return (
    <form noValidate onSubmit={jump} className="flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
      <span className="max-md:hidden">跳至</span>
      <input
        aria-label={`跳至第几页，共 ${count} 页`}
        placeholder="跳至"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        className={cx(frameClass, 'min-h-control-sm w-14 px-1 text-center font-figure md:placeholder-transparent')}
      />
      <span className="max-md:hidden">页</span>
    </form>
  )
}
