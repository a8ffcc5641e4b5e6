import { useState, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { EyeIcon, EyeOffIcon } from './icon.tsx'

/** iOS zooms into inputs under 16 px. */
export const frameClass =
  'min-w-0 rounded border border-line-strong bg-panel text-base text-ink placeholder:text-ink-soft ' +
  'hover:border-ink-soft focus:border-focus focus:outline focus:outline-2 focus:outline-offset-0 focus:outline-focus/40 ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-ink-soft ' +
  'aria-[invalid=true]:border-danger'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Decorative. */
  readonly lead?: ReactNode
  readonly trail?: ReactNode
}

export function TextInput({ lead, trail, type = 'text', className, ...rest }: TextInputProps) {
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <div className={cx('relative', className)}>
      {lead && (
        <span className="pointer-events-none absolute bottom-0 left-0 top-0 flex w-9 items-center justify-center text-ink-soft">
          {lead}
        </span>
      )}
      <input
        type={secret && shown ? 'text' : type}
        className={cx(
          frameClass,
          'block min-h-control w-full py-1 read-only:bg-sunk',
          lead ? 'pl-9' : 'pl-3',
          secret ? 'pr-control' : trail ? 'pr-10' : 'pr-3',
        )}
        {...(secret && { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false })}
        {...rest}
      />
      {secret ? (
        <button
          type="button"
          aria-label="显示密码"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute bottom-0 right-0 top-0 flex w-control items-center justify-center rounded text-ink-soft hover:text-ink"
        >
          {shown ? <EyeIcon /> : <EyeOffIcon />}
        </button>
      ) : (
        trail && (
          <span className="absolute bottom-0 right-0 top-0 flex items-center pr-3 text-sm text-ink-soft">{trail}</span>
        )
      )}
    </div>
  )
}
