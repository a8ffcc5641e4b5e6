import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { frameClass } from './text-input.tsx'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  readonly value: string
  readonly counted?: boolean
}

export function TextArea({ counted, className, rows = 3, maxLength, value, ...rest }: TextAreaProps) {
  return (
    <div className={cx('relative', className)}>
      <textarea
        rows={rows}
        maxLength={maxLength}
        value={value}
        className={cx(frameClass, 'block w-full resize-y px-3 py-2 read-only:bg-sunk', counted && 'pb-6')}
        {...rest}
      />
      {counted && maxLength !== undefined && (
        <span
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute bottom-1.5 right-3 bg-panel font-figure text-xs',
            value.length >= maxLength ? 'text-danger-ink' : 'text-ink-soft',
          )}
        >
          {value.length}/{maxLength}
        </span>
      )}
    </div>
  )
}
