import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { frameClass } from './text-input.tsx'

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  readonly type?: 'date' | 'time'
  readonly value: string
  readonly words?: string
  readonly shape?: string | undefined
}

/** Browsers write dates in their own language's order: outside the focus the value is ours. */
export function DateInput({ type = 'date', value, words = '请选择日期', shape, className, ...rest }: DateInputProps) {
  return (
    <span className={cx('relative block', className)}>
      <input
        type={type}
        value={value}
        className={cx(frameClass, 'peer own-date block min-h-control w-full px-3 py-1', shape)}
        {...rest}
      />
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute bottom-0 left-0 top-0 flex items-center pl-3 text-base peer-focus:hidden',
          value ? 'text-ink' : 'text-ink-soft',
        )}
      >
        {value || words}
      </span>
    </span>
  )
}
