import { Link } from '@tanstack/react-router'
import { BUILDING_RULES } from '#contract/building.rules.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { EditIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'

interface EditBuildingLinkProps {
  readonly id: string
  readonly canEdit: boolean
  /** Read out after 编辑. */
  readonly subject?: string
}

export function EditBuildingLink({ id, canEdit, subject }: EditBuildingLinkProps) {
  const role = actorOf(useSession())?.role
  if (!canEdit || role === undefined || !BUILDING_RULES.edit.roles.some((one) => one === role)) return null
  return (
    <Link to="/editBuilding/$id" params={{ id }} search={{ fnc: 'edit' }} className={buttonClass({ size: 'small' })}>
      <EditIcon />
      编辑{subject && <span className="sr-only">{subject}</span>}
    </Link>
  )
}
