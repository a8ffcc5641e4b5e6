import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Skeleton({ className }: { readonly className?: string }) {
  return <div className={cx('animate-wait rounded bg-line', className)} />
}

/** Announces the loading once to screen readers. */
export function Loading({
  label = '正在加载',
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy="true" className={cx('relative', className)}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}

const lineWidths = ['w-11/12', 'w-full', 'w-4/5', 'w-2/3']

export function SkeletonText({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="space-y-2.5">
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} className={cx('h-4', lineWidths[at % lineWidths.length])} />
      ))}
    </div>
  )
}

export function SkeletonRing({ size = 176 }: { readonly size?: number }) {
  return (
    <div
      className="animate-wait shrink-0 rounded-full border-[13px] border-line"
      style={{ width: size, height: size }}
    />
  )
}

export function SkeletonChart({ height }: { readonly height: number }) {
  return (
    <div className="flex animate-wait items-end gap-2" style={{ height }}>
      {[38, 52, 44, 66, 58, 74, 62].map((share) => (
        <div key={share} className="flex-1 rounded-sm bg-line" style={{ height: `${share}%` }} />
      ))}
    </div>
  )
}
