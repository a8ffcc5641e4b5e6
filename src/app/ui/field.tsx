import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { AlertIcon } from './icon.tsx'

/** Spread onto the field's control. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

export interface FieldProps {
  readonly label: string
  /** '8–16 位，含数字、大小写字母和符号'. */
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean | undefined
  readonly labelHidden?: boolean
  readonly className?: string
  readonly children: (control: FieldControl) => ReactNode
}

export function Field({ label, hint, error, required, labelHidden, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const control: FieldControl = {
    id,
    'aria-describedby': error || hint ? noteId : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-sm text-ink'}>
        {label}
        {required && (
          <span aria-hidden="true" className="star">
            *
          </span>
        )}
        {required === false && '（选填）'}
      </label>
      {children(control)}
      <p
        id={noteId}
        className={cx('mb-4 text-xs', error || hint ? 'mt-1' : undefined, error ? 'text-danger-ink' : 'text-ink-soft')}
      >
        {error ? (
          <span className="flex items-start gap-1">
            <AlertIcon className="mt-px" />
            {error}
          </span>
        ) : (
          hint
        )}
      </p>
    </div>
  )
}
