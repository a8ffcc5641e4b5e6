import { useId } from 'react'
import { cx } from './cx.ts'

export interface RadioGroupProps<T extends string> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[]
  readonly value: T | ''
  onChange(value: T): void
  readonly 'aria-describedby'?: string | undefined
  readonly className?: string
}

export function RadioGroup<T extends string>({
  label,
  options,
  value,
  onChange,
  className,
  ...rest
}: RadioGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className={cx('flex flex-wrap gap-x-5', className)} {...rest}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="inline-flex min-h-control cursor-pointer items-center gap-2 text-base">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="h-[1.125rem] w-[1.125rem] shrink-0 accent-action"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
