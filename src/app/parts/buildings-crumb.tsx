import { Link } from '@tanstack/react-router'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { useMenu } from './use-menu.ts'

export function BuildingsCrumb() {
  const label = useMenu().find(({ to }) => to === '/buildingList')?.label
  if (!label) return null
  return (
    <Link
      to="/buildingList"
      className="not-printed relative -mr-1.5 hidden shrink-0 items-center text-sm text-link hover:underline md:inline-flex touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3"
    >
      {label}
      <ChevronRightIcon className="ml-1.5 text-ink-soft" />
    </Link>
  )
}
