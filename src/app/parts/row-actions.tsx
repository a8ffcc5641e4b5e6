import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Menu, type MenuOption } from '#app/ui/menu.tsx'

const FOR_MOUSE = '(min-width: 768px) and (pointer: fine)'

interface RowActionsProps {
  /** Of the row: labels its menu. */
  readonly name: string
  readonly actions: readonly MenuOption[]
  /** Always in the menu. */
  readonly rare?: readonly MenuOption[]
  readonly most?: number
  readonly foldedBelow?: string
}

export function RowActions({ name, actions, rare = [], most = 2, foldedBelow = FOR_MOUSE }: RowActionsProps) {
  const isRoomy = useMedia(foldedBelow)
  const shown = useMedia(WIDE) || isRoomy ? most : 0
  const rest = [...actions.slice(shown), ...rare]
  return (
    <span className="-ml-2.5 flex items-center">
      {actions.slice(0, shown).map(({ key, label, disabled, title, onSelect }) => (
        <Button key={key} kind="quiet" size="small" disabled={disabled} title={title} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {rest.some(({ disabled }) => !disabled) && (
        <Menu
          bare={shown < 2}
          floats
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
