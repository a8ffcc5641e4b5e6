import { useQuery } from '@tanstack/react-query'
import type { ScoreCheck } from '#contract/score.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { formatNumber, formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

export function ScoreTab({ buildingId }: { buildingId: string }) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-2">
      <Checks buildingId={buildingId} state="fail" title="扣分项" none="没有扣分项" />
      <Checks buildingId={buildingId} state="ok" title="达标项" none="暂无达标项" />
    </div>
  )
}

interface ChecksProps {
  readonly buildingId: string
  readonly state: 'ok' | 'fail'
  readonly title: string
  readonly none: string
}

function Checks({ buildingId, state, title, none }: ChecksProps) {
  const checks = useQuery(buildingDetailQuery.checks(buildingId, state))
  return (
    <Card title={title} freshness={<DataTime of={checks} />}>
      <QueryResult
        of={checks}
        waiting={
          <Loading className="min-h-[30rem] xl:min-h-[20rem]">
            <SkeletonText lines={8} />
          </Loading>
        }
      >
        {(groups) =>
          groups.length === 0 ? (
            <Empty title={none} />
          ) : (
            <div className="space-y-4">
              {groups.map(({ systemName, logs }) => (
                <section key={systemName}>
                  <h3 className="mb-1 flex items-center gap-2 text-base">
                    <Badge tone={state === 'ok' ? 'ok' : 'attention'} look="plain">
                      {systemName}
                    </Badge>
                    <span className="text-sm font-normal text-ink-soft">{logs.length} 项</span>
                  </h3>
                  <ul className="divide-y divide-line border-t border-line">
                    {logs.map((check) => (
                      <Check key={check.id} check={check} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }
      </QueryResult>
    </Card>
  )
}

function Check({ check: { describe, deduction, deviceName, deviceNo, since } }: { check: ScoreCheck }) {
  // This server's `describe` contains the device; another server's may not.
  const isNamed = deviceNo !== null && describe.includes(deviceNo)
  const device = isNamed ? '' : [deviceName, deviceNo].filter(Boolean).join(' ')
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="break-words text-base text-ink">{describe}</p>
        {(device || since) && (
          <p className="text-sm text-ink-soft">
            {device} {since && <span className="whitespace-nowrap">自 {formatTime(since)}</span>}
          </p>
        )}
      </div>
      {deduction > 0 && (
        <span className="shrink-0 whitespace-nowrap font-figure text-base text-attention-ink">
          −{formatNumber(deduction)} 分
        </span>
      )}
    </li>
  )
}
