import { cx } from './cx.ts'

interface DottedProps {
  readonly of: readonly (string | false | null | undefined)[]
  readonly className?: string
}

export function Dotted({ of, className }: DottedProps) {
  return (
    <span className={cx('dotted', className)}>
      <span>
        {of.filter(Boolean).map((word, at) => (
          <span key={`${at} ${word}`}>
            {at > 0 && <i>{' · '}</i>}
            {word}
          </span>
        ))}
      </span>
    </span>
  )
}
