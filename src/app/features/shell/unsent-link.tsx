import { Link } from '@tanstack/react-router'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { CountBadge } from '#app/ui/badge.tsx'

export function UnsentLink() {
  const { length } = useUnsent()
  if (length === 0) return null
  return (
    <Link to="/outbox" className="flex min-h-control items-center gap-1.5 rounded px-2 text-sm hover:bg-brand-raised">
      待提交
      <CountBadge count={length} label="项" />
    </Link>
  )
}
