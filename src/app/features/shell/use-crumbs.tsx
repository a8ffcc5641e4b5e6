import { Link, useParams } from '@tanstack/react-router'
import { useMenu } from '#app/parts/use-menu.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useCrumbs(page: { readonly menu?: unknown; readonly under?: string | undefined }) {
  const actor = actorOf(useSession())
  const menu = useMenu()
  const { id, canEdit, uid } = useParams({ strict: false })
  if (!actor || page.menu) return []
  const home = homeOf(actor)
  const first = menu.find((entry) => entry.to === page.under) ??
    menu.find((entry) => entry.to === home) ?? { to: home, label: '首页' }
  const building = { to: `/buildDetail/${id}/${canEdit}/baseInfo`, label: '建筑详情' }
  return (uid ? [first, building] : [first]).map(({ to, label }) => ({
    key: to,
    label: (
      <Link to={to} className="inline-flex min-h-control items-center text-link">
        {label}
      </Link>
    ),
  }))
}
