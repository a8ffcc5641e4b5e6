import { Link } from '@tanstack/react-router'
import { usePageBuilding } from '#app/parts/page-title.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { useMenu } from '#app/parts/use-menu.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useCrumbs(page: { readonly menu?: unknown; readonly under?: string | undefined }) {
  const actor = actorOf(useSession())
  const menu = useMenu()
  const building = usePageBuilding()
  const canEdit = useCanEdit()
  if (!actor || page.menu) return []
  const home = homeOf(actor)
  const { to, label } = menu.find((entry) => entry.to === page.under) ??
    menu.find((entry) => entry.to === home) ?? { to: home, label: '首页' }
  const link = 'inline-flex min-h-control items-center text-link'
  const crumbs = [
    {
      key: to,
      label: (
        <Link to={to} className={link}>
          {label}
        </Link>
      ),
    },
  ]
  if (building)
    crumbs.push({
      key: building.id,
      label: (
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id: building.id, canEdit, tabName: 'baseInfo' }}
          className={link}
        >
          {building.name}
        </Link>
      ),
    })
  return crumbs
}
