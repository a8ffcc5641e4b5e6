import { cx } from '#app/ui/cx.ts'

export function FireMark({
  sign,
  className,
}: {
  sign: 'fire-ground' | 'danger-on' | 'brand-raised'
  className?: string
}) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className={cx('shrink-0', className)}>
      <path d="M7 2h10l5 5v10l-5 5H7l-5-5V7z" fill="currentColor" />
      <path d="M12 7v6M12 16.6v.4" fill="none" stroke={`rgb(var(--${sign}))`} strokeWidth={2.6} strokeLinecap="round" />
    </svg>
  )
}
