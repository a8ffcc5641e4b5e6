import { Link } from '@tanstack/react-router'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export function useCrumbs(title: string) {
  const actor = actorOf(useSession())
  if (!actor || title === '首页') return []
  const home = (
    <Link to={homeOf(actor)} className="inline-flex min-h-control items-center text-link">
      首页
    </Link>
  )
  return [{ key: 'home', label: home }]
}
