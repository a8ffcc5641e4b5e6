import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'plain' | 'text'
export type ButtonSize = 'normal' | 'small'

export interface ButtonLook {
  readonly kind?: ButtonKind | undefined
  /** Touch targets remain 44 px. */
  readonly size?: ButtonSize | undefined
  readonly block?: boolean | undefined
}

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'border-transparent bg-action font-semibold text-action-on hover:bg-action-hover',
  secondary: 'border-line-strong bg-panel text-ink hover:bg-sunk',
  quiet: 'border-transparent text-link hover:bg-link/10',
  danger: 'border-transparent bg-fire-ground font-semibold text-fire-on hover:opacity-90',
  plain: 'border-transparent text-current hover:bg-wash',
  text: 'min-w-control !justify-end !px-0 border-transparent text-link hover:underline',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  normal: 'min-h-control px-4 text-base',
  small: 'min-h-control-sm px-2.5 text-sm',
}

/** Also for links that look like buttons. */
export function buttonClass({ kind = 'secondary', size = 'normal', block = false }: ButtonLook = {}): string {
  return cx(
    'inline-flex select-none items-center justify-center gap-1.5 whitespace-nowrap rounded border font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed',
    kinds[kind],
    sizes[size],
    block && 'w-full',
  )
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  readonly busy?: boolean | undefined
  readonly icon?: ReactNode
}

export function Button({ kind, size, block, busy, icon, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(busy, onClick)}
      className={cx(buttonClass({ kind, size, block }), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'block' | 'icon'> {
  readonly label: string
  readonly icon: ReactNode
}

export function IconButton({
  label,
  icon,
  kind = 'plain',
  size = 'normal',
  busy,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...busyProps(busy, onClick)}
      className={cx(
        buttonClass({ kind, size }),
        'px-0',
        size === 'small' ? 'min-w-control-sm' : 'min-w-control',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}

type Click = ((event: MouseEvent<HTMLButtonElement>) => void) | undefined

// `disabled` would drop the focus. preventDefault also blocks Enter.
function busyProps(busy: boolean | undefined, onClick: Click) {
  if (!busy) return { onClick }
  return {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
}
