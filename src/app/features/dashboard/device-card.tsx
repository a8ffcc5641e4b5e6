import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { dashboard } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatNumber } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { DonutChart } from '#app/ui/chart.tsx'
import { Loading, SkeletonChart } from '#app/ui/skeleton.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { WaitingStats } from './waiting-stats.tsx'

const CHART_HEIGHT = 208

export function DeviceCard({
  devices,
  renderFigure = (shown) => shown,
  height = 465,
  className = 'md:!h-auto xl:!h-[465px]',
}: {
  devices: UseQueryResult<OutputOf<typeof dashboard.devices>>
  className?: string | undefined
  height?: number | undefined
  /** `connectStatus`: empty all, 1 online, 0 offline. */
  renderFigure?(shown: ReactNode, connectStatus: '' | 0 | 1): ReactNode
}) {
  return (
    <Card title="设备信息" height={height} className={className} freshness={<DataTime of={devices} />}>
      <QueryResult of={devices} waiting={<Waiting />}>
        {({ totalBuildPointNum, totalOnlinePointNum, totalOfflinePointNum }) => (
          <>
            <Stats>
              <Stat
                label="点位总数"
                value={formatNumber(totalBuildPointNum)}
                link={(shown) => renderFigure(shown, '')}
                unit="个"
              />
              <Stat
                label="在线"
                value={formatNumber(totalOnlinePointNum)}
                link={(shown) => renderFigure(shown, 1)}
                unit="个"
                tone="ok"
              />
              <Stat
                label="离线"
                value={formatNumber(totalOfflinePointNum)}
                link={(shown) => renderFigure(shown, 0)}
                unit="个"
                tone={totalOfflinePointNum > 0 ? 'unknown' : 'idle'}
              />
            </Stats>
            <div className="flex flex-1 flex-col justify-center">
              <DonutChart
                label="设备在线情况"
                height={CHART_HEIGHT}
                unit="个"
                parts={[
                  { name: '在线', value: totalOnlinePointNum, tone: 'ok' },
                  { name: '离线', value: totalOfflinePointNum, tone: 'unknown' },
                ]}
              />
            </div>
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function Waiting() {
  return (
    <Loading>
      <WaitingStats labels={['点位总数', '在线', '离线']} />
      <SkeletonChart height={CHART_HEIGHT} />
    </Loading>
  )
}
