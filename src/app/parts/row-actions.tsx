import { Button } from '#app/ui/button.tsx'
import { Menu, type MenuOption } from '#app/ui/menu.tsx'

const MOST_SHOWN = 2

interface RowActionsProps {
  /** Of the row: labels its menu. */
  readonly name: string
  readonly actions: readonly MenuOption[]
  /** Always in the menu. */
  readonly rare?: readonly MenuOption[]
}

export function RowActions({ name, actions, rare = [] }: RowActionsProps) {
  const rest = [...actions.slice(MOST_SHOWN), ...rare]
  return (
    <span className="-ml-2.5 flex items-center">
      {actions.slice(0, MOST_SHOWN).map(({ key, label, disabled, title, onSelect }) => (
        <Button key={key} kind="quiet" size="small" disabled={disabled} title={title} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {rest.some(({ disabled }) => !disabled) && (
        <Menu
          floats
          label={`${name}：更多`}
          trigger={<span className="whitespace-nowrap text-sm font-medium text-link">更多</span>}
          entries={rest}
        />
      )}
    </span>
  )
}
