import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ScoreCheck } from '#contract/score.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { formatNumber, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

const ScoreTrendCard = lazy(() =>
  import('./score-trend-card.tsx').then((loaded) => ({ default: loaded.ScoreTrendCard })),
)

export function ScoreTab({ buildingId }: { buildingId: string }) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_398px]">
      <Checks buildingId={buildingId} state="fail" title="扣分项" none="没有扣分项" />
      <div className="grid min-w-0 gap-3">
        <Suspense fallback={<CardSpace height={316} />}>
          <ScoreTrendCard buildingId={buildingId} />
        </Suspense>
        <Checks buildingId={buildingId} state="ok" title="达标项" none="暂无达标项" />
      </div>
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
              {state === 'fail' && (
                <p className="flex items-baseline gap-2 text-sm text-ink-soft">
                  合计
                  <span className="font-figure text-3xl font-semibold text-ink">
                    −{formatNumber(sumOf(groups.flatMap(({ logs }) => logs)), 1)}
                  </span>
                  分，{groups.reduce((sum, { logs }) => sum + logs.length, 0)} 项
                </p>
              )}
              {byLoss(groups, ({ logs }) => logs).map(({ systemName, logs }) => (
                <section key={systemName}>
                  <h3 className="mb-1 flex items-center gap-2 text-base">
                    <Badge tone={state === 'ok' ? 'ok' : 'attention'} look="plain">
                      {systemName}
                    </Badge>
                    <span className="text-sm font-normal text-ink-soft">{logs.length} 项</span>
                    <Loss of={sumOf(logs)} className="ml-auto text-sm" />
                  </h3>
                  <ul className={cx('grid gap-x-8 border-t border-line', state === 'fail' && 'md:grid-cols-2')}>
                    {byLoss(byDevice(logs), (checks) => checks).map((checks) => (
                      <Device key={checks[0]?.id} of={checks} />
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

const sumOf = (checks: readonly ScoreCheck[]) => checks.reduce((sum, { deduction }) => sum + deduction, 0)

const byLoss = <T,>(all: readonly T[], checksOf: (one: T) => readonly ScoreCheck[]) =>
  [...all].sort((a, b) => sumOf(checksOf(b)) - sumOf(checksOf(a)))

function byDevice(checks: readonly ScoreCheck[]): ScoreCheck[][] {
  const groups = new Map<string, ScoreCheck[]>()
  for (const check of checks) {
    const key = check.deviceNo ?? check.id
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups.values()]
}

function Loss({ of, className }: { of: number; className: string }) {
  if (of === 0) return null
  return (
    <span className={cx('shrink-0 whitespace-nowrap font-figure text-attention-ink', className)}>
      −{formatNumber(of)} 分
    </span>
  )
}

const GRAVE = 3

function Device({ of: checks }: { of: readonly ScoreCheck[] }) {
  const now = useNow()
  const [first] = checks
  if (!first) return null
  const { deviceName, deviceNo } = first
  const lost = sumOf(checks)
  const sinces = [...new Set(checks.flatMap(({ since }) => since ?? []))]
  const own = `${deviceName ?? ''}（${deviceNo ?? ''}）`
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0 break-words">
        {deviceNo !== null && (
          <p className="text-base text-ink">
            {deviceName} <span className="whitespace-nowrap text-sm text-ink-soft">{deviceNo}</span>
          </p>
        )}
        {checks.map(({ id, describe, deduction }) => (
          <p key={id} className={deviceNo === null ? 'text-base text-ink' : 'text-sm text-ink'}>
            {describe.replace(own, '')}
            {checks.length > 1 && <Loss of={deduction} className="ml-2 text-sm" />}
          </p>
        ))}
        {sinces.map((since) => (
          <p key={since} className="text-sm text-ink-soft">
            自 {shortTime(since, now)}
          </p>
        ))}
      </div>
      <Loss of={lost} className={lost >= GRAVE ? 'text-lg font-semibold' : 'text-base'} />
    </li>
  )
}
