import { cx } from './cx.ts'

interface DottedProps {
  readonly of: readonly (string | false | null | undefined)[]
  readonly className?: string
}

export function Dotted({ of, className }: DottedProps) {
  return (
    <span className={cx('block overflow-hidden break-words', className)}>
      <span className="-ml-4 block">
        {of.filter(Boolean).map((word, at) => (
          <span key={`${at} ${word}`} className="relative inline-block max-w-full pl-4">
            {at > 0 && <span className="absolute left-0 w-4 text-center">{' · '}</span>}
            {word}
          </span>
        ))}
      </span>
    </span>
  )
}
