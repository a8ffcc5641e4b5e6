import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu, type MenuOption } from '#app/ui/menu.tsx'

interface RowActionsProps {
  /** Of the row: labels its menu. */
  readonly name: string
  readonly actions: readonly MenuOption[]
  /** Always in the menu. */
  readonly rare?: readonly MenuOption[]
  readonly most?: number
  readonly isFirstAlways?: boolean
}

export function RowActions({ name, actions, rare = [], most = 2, isFirstAlways = false }: RowActionsProps) {
  const shown = useMedia(most === 1 ? DESK : WIDE) ? most : Number(isFirstAlways)
  const usable = actions.filter(({ disabled }) => !disabled)
  const rest = [...usable.slice(shown), ...rare, ...actions.filter(({ disabled }) => disabled)]
  return (
    <span className="flex items-center justify-end md:-ml-2.5 md:justify-start">
      {usable.slice(0, shown).map(({ key, label, title, onSelect }) => (
        <Button key={key} kind="quiet" size="small" title={title} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {rest.some(({ disabled }) => !disabled) && (
        <Menu
          bare={shown < 2}
          floats
          className={cx(shown > 1 && 'ml-auto')}
          label={`${name}：更多`}
          trigger={
            shown > 1 ? <span className="whitespace-nowrap text-sm font-medium text-link">更多</span> : <MoreIcon />
          }
          entries={rest}
        />
      )}
    </span>
  )
}
