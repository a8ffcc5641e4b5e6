import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button, type ButtonKind } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu, type MenuOption } from '#app/ui/menu.tsx'
import { useUnfolded } from '#app/ui/table.tsx'

interface RowActionsProps {
  readonly name: string
  readonly actions: readonly (MenuOption & {
    readonly kind?: ButtonKind
    readonly spoken?: string
  })[]
  /** Always in the menu. */
  readonly rare?: readonly MenuOption[]
  readonly most?: number
  /** On a folded phone's row only with a `kind`. */
  readonly isFirstAlways?: boolean
  readonly keepsMenu?: boolean
}

export function RowActions({ name, actions, rare = [], most = 2, isFirstAlways = false, keepsMenu }: RowActionsProps) {
  const shown = useMedia(most === 1 ? DESK : WIDE) ? most : Number(isFirstAlways)
  const isUnfolded = useUnfolded()
  if (isUnfolded) return <RowButtons of={[...actions, ...rare]} />
  const seen = actions.filter(({ disabled }) => !disabled).slice(0, shown)
  const rest = [...actions.filter((one) => !seen.includes(one)), ...rare].sort(
    (a, b) => Number(a.disabled ?? false) - Number(b.disabled ?? false),
  )
  const isFolded = isUnfolded === false
  if (isFolded && !seen[0]?.kind) return null
  const last = seen[seen.length - 1]
  const hasMenu = !isFolded && rest.some(({ disabled }) => !disabled)
  return (
    <span
      className={cx('flex items-center justify-end font-sans', (hasMenu || (most > 1 && !last?.kind)) && 'xl:-mr-2.5')}
    >
      {seen.map(({ key, label, title, kind, spoken, onSelect }, at) => (
        <Button
          key={key}
          kind={kind ?? (most > 1 ? 'quiet' : 'text')}
          size="small"
          title={title}
          aria-label={spoken}
          className={cx(kind && at > 0 && 'ml-2')}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      {hasMenu ? (
        <Menu bare floats className="row-dots" label={`${name}：更多`} trigger={<MoreIcon />} entries={rest} />
      ) : (
        keepsMenu && <span className="row-dots min-w-control-sm shrink-0 max-md:hidden" />
      )}
    </span>
  )
}

function RowButtons({ of }: { of: readonly (MenuOption & { readonly kind?: ButtonKind })[] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {of
        .filter(({ disabled }) => !disabled)
        .map(({ key, label, title, kind, danger, onSelect }) => (
          <Button
            key={key}
            kind={kind}
            size="small"
            title={title}
            className={cx('mt-2', danger && 'border-danger text-danger-ink')}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      {of.map(
        ({ key, title, disabled }) =>
          disabled &&
          title && (
            <span key={key} className="w-full text-xs text-ink-soft">
              {title}
            </span>
          ),
      )}
    </span>
  )
}
