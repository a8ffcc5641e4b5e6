import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface SegmentedProps<T extends string | number> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly className?: string
}

/** Native radio buttons: keyboard, screen readers. */
export function Segmented<T extends string | number>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset
      className={cx(
        'inline-flex w-max min-w-0 max-w-full overflow-x-auto rounded bg-sunk shadow-[inset_0_0_0_1px_rgb(var(--line))]',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-control-sm min-w-control-sm shrink-0 cursor-pointer items-center justify-center whitespace-nowrap rounded border-2 border-transparent bg-clip-padding px-1.5 text-sm md:px-2.5',
            'focus-within:z-sticky focus-within:outline focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus',
            option.value === value
              ? 'bg-panel font-semibold text-ink shadow-[inset_0_0_0_1px_rgb(var(--line-strong))]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
