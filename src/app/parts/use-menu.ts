import { useRouter } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import type { MenuEntry } from '#app/session/menu-entry.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export interface MenuItem extends MenuEntry {
  readonly to: string
  readonly label: string
}

export function useMenu(): MenuItem[] {
  const { routesByPath } = useRouter()
  const actor = actorOf(useSession())
  return Object.values(routesByPath)
    .flatMap(({ fullPath, options }) => {
      const { title = '', menu } = options.staticData ?? {}
      return menu ? [{ label: title, ...menu, to: fullPath }] : []
    })
    .filter((item) => may(item.access, actor))
    .sort((a, b) => a.order - b.order)
}
