import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { buildingsOf } from './authority-area.ts'

export function BuildingLink({
  to,
  className = 'block min-w-control truncate rounded-sm py-3 hover:text-link hover:underline md:inline md:py-0',
  children,
}: {
  to: ReturnType<typeof buildingsOf>
  className?: string
  children: ReactNode
}) {
  return (
    <Link to="/buildingList" search={to} className={className}>
      {children}
    </Link>
  )
}
