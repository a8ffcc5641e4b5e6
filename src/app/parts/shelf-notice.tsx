import { useQuery } from '@tanstack/react-query'
import { shelfReason } from '#contract/dict/shelf-reason.ts'
import { shelf } from '#contract/shelf.ts'
import { shelfQuery } from '#app/data/shelf.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useMay } from '#app/session/use-may.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ShelfEnd } from './shelf-end.tsx'
import { shelfScope } from './shelf-words.ts'

export function ShelfNotice({ buildingId }: { buildingId: string }) {
  const now = useNow()
  const isAllowed = useMay(shelf.list.access)
  const { data } = useQuery({ ...shelfQuery.running(buildingId), enabled: isAllowed })
  if (!data || data.total === 0) return null
  return (
    <section aria-label="检修中" className="mb-3 rounded-md border border-attention bg-attention-soft px-4 py-2">
      <ul className="divide-y divide-line">
        {data.list.map((row) => (
          <li key={row.id} className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <span className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-base text-attention-ink">
              <ToneMark tone="attention" className="mt-1" />
              <span className="min-w-0 break-words">
                <span className="font-semibold">检修中</span>：{shelfScope(row)}，{shelfReason.label(row.reason)}，至{' '}
                {shortTime(row.untilTime, now)}；期间的火警不逐级通知
                <span className="block text-sm text-ink-soft">
                  {[row.organisation, row.by].filter(Boolean).join(' ')} {shortTime(row.fromTime, now)} 登记
                  {row.note && `，${row.note}`}
                </span>
              </span>
            </span>
            <ShelfEnd of={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}
