import { Link } from '@tanstack/react-router'
import { useCanEdit } from './use-can-edit.ts'

export function BuildingName({
  of,
  tab,
  className = '',
}: {
  of: { readonly buildingId: string; readonly buildingName: string }
  tab: 'pointInfo' | 'scoreInfo' | 'todoInfo'
  className?: string
}) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.buildingId, canEdit: useCanEdit(), tabName: tab }}
      className={`inline-flex min-h-[1.5rem] max-w-full items-center text-link hover:underline max-md:min-h-[44px] ${className}`}
    >
      {of.buildingName}
    </Link>
  )
}
