import { type ComponentProps, createContext, useContext } from 'react'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icon.tsx'
import { frameClass } from './text-input.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'multiple' | 'size'> {
  readonly options: readonly SelectOption[]
  readonly placeholder?: string
}

export const NamesShown = createContext(false)

/** Native select, for the phone's wheel picker. */
export function Select({ options, placeholder, className, children, ...rest }: SelectProps) {
  const name = useContext(NamesShown) && rest['aria-label']
  return (
    <div className={className}>
      {name && (
        <span aria-hidden="true" className="mb-1 block text-sm text-ink">
          {name}
        </span>
      )}
      <div className="relative">
        <select
          className={cx(
            frameClass,
            'block min-h-control w-full cursor-pointer appearance-none truncate py-1 pl-3 pr-9',
            placeholder !== undefined && !rest.value && 'text-ink-soft',
          )}
          {...rest}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
          {children}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute bottom-0 right-2.5 top-0 my-auto text-ink-soft" />
      </div>
    </div>
  )
}
