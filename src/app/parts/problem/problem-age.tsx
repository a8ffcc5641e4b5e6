import type { ListedProblem } from '#contract/problem.ts'
import { cx } from '#app/ui/cx.ts'
import { ageText } from '../alarm/alarm-age.rules.ts'
import { useAge } from '../alarm/use-server-time.ts'
import { isOverdue } from './problem-words.ts'

type Aged = Pick<ListedProblem, 'happenTime' | 'kind' | 'status'>

export function ProblemAge({ of, className }: { of: Aged; className?: string }) {
  const age = useAge(of.happenTime)
  return (
    <span
      className={cx(
        'whitespace-nowrap font-figure',
        of.status === 1
          ? 'text-ink-soft'
          : of.kind === 'fire'
            ? 'font-semibold text-danger-ink'
            : isOverdue(age)
              ? cx('font-semibold', of.kind === 'fault' ? 'text-attention-ink' : 'text-ink')
              : 'text-ink-soft',
        className,
      )}
    >
      {ageText(age, false)}
    </span>
  )
}
