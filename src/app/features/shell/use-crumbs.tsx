import { Link } from '@tanstack/react-router'
import { usePageBuilding } from '#app/parts/page-title.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { useMenu } from '#app/parts/use-menu.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useCrumbs(page: { readonly menu?: unknown; readonly under?: string | null | undefined }) {
  const actor = actorOf(useSession())
  const menu = useMenu()
  const building = usePageBuilding()
  const canEdit = useCanEdit()
  if (!actor || page.menu || page.under === '/mine') return []
  const home = homeOf(actor)
  const { to, label } = menu.find((entry) => entry.to === page.under) ??
    menu.find((entry) => entry.to === home) ?? { to: home, label: '首页' }
  const crumbs = [{ to, label }]
  if (building) crumbs.push({ to: `/buildDetail/${building.id}/${canEdit}/baseInfo`, label: building.name })
  return crumbs.map((crumb) => ({
    key: crumb.to + crumb.label,
    label: (
      <Link to={crumb.to} className="inline-flex min-h-control items-center text-link">
        {crumb.label}
      </Link>
    ),
  }))
}
