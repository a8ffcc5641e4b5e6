import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode
}

export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('inline-flex min-h-control cursor-pointer items-center gap-2 text-base', className)}>
      <input type="checkbox" className="tick h-[1.125rem] w-[1.125rem] shrink-0 rounded-sm" {...rest} />
      {children}
    </label>
  )
}
