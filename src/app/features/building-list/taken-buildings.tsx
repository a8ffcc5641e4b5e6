import { Link } from '@tanstack/react-router'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { isExpired } from '#app/offline/bundles/bundle-state.ts'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { detailPath } from './building-paths.ts'

/** While unreachable. @param shown already listed */
export function TakenBuildings({ search, shown }: { search: string; shown: readonly string[] }) {
  const { heads } = useSaveOffline()
  const isOnline = useConnection() === 'online'
  const now = useNow()
  const found = (heads ?? []).filter(
    (head) => head.name.includes(search) && !isExpired(head, now.getTime()) && !shown.includes(head.buildingId),
  )
  if (isOnline || found.length === 0) return null
  return (
    <section aria-label="本机离线资料" className="border-t border-line px-4 py-3">
      <h2 className="text-sm font-medium text-ink-soft">本机离线资料（按名称查找，可离线查看）</h2>
      <ul className="mt-1 divide-y divide-line">
        {found.map(({ buildingId, name, askedAt }) => (
          <li key={buildingId} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <Link
              to={detailPath(buildingId) as string}
              className="inline-flex min-h-control items-center text-link hover:underline"
            >
              {name}
            </Link>
            <span className="text-xs text-ink-soft">截至 {shortTime(askedAt, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
