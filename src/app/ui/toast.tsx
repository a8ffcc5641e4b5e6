import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon, type IconType } from './icon.tsx'
import { dismiss, hold, release, toasts, type ToastItem, type ToastKind } from './toast-queue.ts'
import { useLiveRegion } from './use-live-region.ts'

const looks: Readonly<
  Record<ToastKind, { readonly Icon: IconType; readonly said: string; readonly edge: string; readonly icon: string }>
> = {
  success: { Icon: CheckIcon, said: '成功：', edge: 'border-l-ok', icon: 'text-ok-ink' },
  error: { Icon: AlertIcon, said: '错误：', edge: 'border-l-danger', icon: 'text-danger-ink' },
  info: { Icon: InfoIcon, said: '提示：', edge: 'border-l-working', icon: 'text-working-ink' },
}

/** Once at the root. */
export function Toaster() {
  const items = useSyncExternalStore(toasts.follow, toasts.read)
  const region = useLiveRegion(
    'pointer-events-none fixed left-0 right-0 top-0 z-toast flex flex-col items-center gap-2 px-4 pt-16',
  )
  return createPortal(
    items.map((item) => <Toast key={item.id} item={item} />),
    region,
  )
}

function Toast({ item }: { item: ToastItem }) {
  const { Icon, said, edge, icon } = looks[item.kind]
  return (
    <div
      onPointerEnter={() => hold(item.id)}
      onPointerLeave={() => release(item)}
      className={cx(
        'pointer-events-auto flex max-w-[min(32rem,100%)] animate-drop items-start gap-2.5 rounded border border-l-4 border-line bg-panel py-1 pl-3 text-base text-ink shadow-float',
        edge,
        item.undo && 'fixed bottom-36 md:bottom-24 xl:bottom-6',
      )}
    >
      <Icon className={cx('mt-2.5 mouse:mt-2', icon)} />
      <p className="min-w-0 py-2 mouse:py-1.5">
        <span className="sr-only">{said}</span>
        {item.text}
      </p>
      {item.undo && (
        <button
          type="button"
          onFocus={() => hold(item.id)}
          onBlur={() => release(item)}
          onClick={() => {
            dismiss(item.id)
            item.undo?.()
          }}
          className="min-h-control shrink-0 px-2.5 text-link"
        >
          撤销
        </button>
      )}
      <button
        type="button"
        aria-label="关闭提示"
        onFocus={() => hold(item.id)}
        onBlur={() => release(item)}
        onClick={() => dismiss(item.id)}
        className="flex min-h-control min-w-control items-center justify-center self-center rounded text-ink-soft hover:text-ink"
      >
        <CloseIcon />
      </button>
    </div>
  )
}
