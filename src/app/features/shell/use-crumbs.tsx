import { Link } from '@tanstack/react-router'
import { useMenu } from '#app/parts/use-menu.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useCrumbs(page: { readonly menu?: unknown; readonly under?: string | undefined }) {
  const actor = actorOf(useSession())
  const menu = useMenu()
  if (!actor || page.menu) return []
  const home = homeOf(actor)
  const { to, label } = menu.find((entry) => entry.to === page.under) ??
    menu.find((entry) => entry.to === home) ?? { to: home, label: '首页' }
  return [
    {
      key: to,
      label: (
        <Link to={to} className="inline-flex min-h-control items-center text-link">
          {label}
        </Link>
      ),
    },
  ]
}
