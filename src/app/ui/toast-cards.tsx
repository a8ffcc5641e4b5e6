import { useEffect, useLayoutEffect, useRef } from 'react'
import { DESK } from '../lib/use-media.ts'
import { cx } from './cx.ts'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon, type IconType } from './icon.tsx'
import { dismiss, hold, release, type ToastItem, type ToastKind } from './toast-queue.ts'

const looks: Readonly<
  Record<ToastKind, { readonly Icon: IconType; readonly said: string; readonly edge: string; readonly icon: string }>
> = {
  success: { Icon: CheckIcon, said: '成功：', edge: 'border-l-ok', icon: 'text-ok-ink' },
  error: { Icon: AlertIcon, said: '错误：', edge: 'border-l-danger', icon: 'text-danger-ink' },
  info: { Icon: InfoIcon, said: '提示：', edge: 'border-l-working', icon: 'text-working-ink' },
}

export function ToastCards({ items, region }: { items: readonly ToastItem[]; region: HTMLElement }) {
  useLayoutEffect(() => place(region))
  useLayoutEffect(() => {
    const again = () => place(region)
    addEventListener('resize', again)
    return () => {
      removeEventListener('resize', again)
      document.documentElement.style.removeProperty('--toasts')
      document.documentElement.style.removeProperty('--sheet-end')
    }
  }, [region])
  return (
    <>
      {items.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </>
  )
}

/** In a wide window's corner, else at the bottom: pages and sheets end above. */
function place(region: HTMLElement): void {
  const foot = document.getElementById('frame-places')?.offsetHeight ?? 0
  const bar = document.getElementById('frame-bar')
  const isBelow = foot > 0 || (!bar && !matchMedia(DESK).matches)
  Object.assign(
    region.style,
    isBelow
      ? { bottom: `${foot}px`, left: '0', right: 'auto', width: '100%' }
      : { bottom: bar ? '5rem' : '1rem', left: 'auto', right: '1rem', width: '22rem' },
  )
  const height = isBelow ? region.offsetHeight : 0
  const { style } = document.documentElement
  style.setProperty('--toasts', `${height}px`)
  style.setProperty('--sheet-end', `${height && height + foot}px`)
}

function ToastCard({ item }: { item: ToastItem }) {
  const { Icon, said, edge, icon } = looks[item.kind]
  const cameFrom = useRef<EventTarget | null>(null)
  const close = (isUndone: boolean) => {
    dismiss(item.id, isUndone)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  useEffect(() => {
    if (!item.act) return undefined
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event
      if (key !== 'z' || shiftKey || !(ctrlKey || metaKey)) return
      if (target instanceof Element && target.closest('input, textarea, [contenteditable=true]')) return
      event.preventDefault()
      dismiss(item.id, true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [item])
  return (
    <div
      data-floating
      onPointerEnter={() => hold(item.id)}
      onPointerLeave={() => release(item)}
      onFocus={({ relatedTarget }) => {
        cameFrom.current ??= relatedTarget
        hold(item.id)
      }}
      onBlur={() => release(item)}
      className={cx(
        'pointer-events-auto flex w-full animate-drop items-center gap-2.5 rounded border border-l-4 border-line bg-panel pl-3 text-base text-ink shadow-float',
        edge,
      )}
    >
      <Icon className={icon} />
      <p className="min-w-0 flex-1 break-words py-1.5">
        <span className="sr-only">{said}</span>
        {item.text}
      </p>
      <span className="-ml-2 flex shrink-0 self-stretch">
        {item.act && (
          <button
            type="button"
            aria-keyshortcuts="Control+Z Meta+Z"
            title="Ctrl+Z"
            onClick={() => close(true)}
            className="min-h-control min-w-control px-2 font-medium text-link"
          >
            撤销
          </button>
        )}
        <button
          type="button"
          aria-label="关闭提示"
          onClick={() => close(false)}
          className="flex min-h-control min-w-control items-center justify-center rounded text-ink-soft hover:text-ink"
        >
          <CloseIcon />
        </button>
      </span>
    </div>
  )
}
