import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { buildingsOf } from './authority-area.ts'

export function BuildingLink({
  to,
  className = 'rounded-sm hover:text-link hover:underline',
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
