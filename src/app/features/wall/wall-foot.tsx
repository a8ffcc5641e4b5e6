import { percentOf } from '#contract/shares.rules.ts'
import { capped, formatNumber } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { WallQueries } from './use-wall-queries.ts'
import { MOST_FIGURE } from './wall-panel.tsx'

interface WallFootProps extends Pick<WallQueries, 'providers' | 'duty' | 'devices'> {
  readonly isLost: boolean
}

export function WallFoot({ providers, duty, devices, isLost }: WallFootProps) {
  const silent = duty.data?.silent
  const mute = silent?.map((of) => ({ isvId: of.providerId, isvName: of.name, buildingCount: of.buildings })) ?? []
  const rest = (providers.data ?? []).filter(({ isvId }) => mute.every((of) => of.isvId !== isvId))
  return (
    <footer
      className={cx(
        'flex flex-wrap items-center md:justify-between gap-x-[2.25em] gap-y-[0.2em] text-[1.5em] text-ink-soft lg:flex-nowrap',
        isLost && 'opacity-60 saturate-[0.25]',
      )}
    >
      <span className="shrink-0">服务商接入</span>
      <ol
        aria-label="服务商接入"
        className="flex min-w-0 flex-1 flex-wrap gap-x-[1.5em] max-lg:basis-full md:justify-between md:max-lg:order-last lg:flex-nowrap lg:justify-evenly lg:overflow-hidden"
      >
        {[...mute, ...rest].slice(0, 3).map(({ isvName, isvId, buildingCount }, at) => (
          <li key={isvId ?? isvName} className="flex min-w-0 items-baseline gap-[0.4em]">
            {at < mute.length ? (
              <span className="inline-flex shrink-0 items-center gap-[0.3em] text-attention-ink">
                <ToneMark tone="attention" />
                无数据
              </span>
            ) : (
              silent && <ToneMark tone="ok" />
            )}
            <span title={isvName} className="min-w-0 truncate">
              {isvName.replace(/(股份)?有限公司$/, '')}
            </span>
            <span className="shrink-0 whitespace-nowrap">
              <b className="font-figure font-semibold text-ink">{formatNumber(buildingCount)}</b> 栋
            </span>
          </li>
        ))}
      </ol>
      {devices.data && <Online of={devices.data} />}
    </footer>
  )
}

interface OnlineProps {
  readonly of: {
    readonly totalBuildPointNum: number
    readonly totalOnlinePointNum: number
    readonly totalOfflinePointNum: number
  }
}

function Online({
  of: { totalBuildPointNum: total, totalOnlinePointNum: online, totalOfflinePointNum: offline },
}: OnlineProps) {
  return (
    <section aria-label="设备在线" className="flex shrink-0 gap-[1.5em] whitespace-nowrap">
      <span>
        全部系统 在线 <b className="font-figure font-semibold text-ink">{formatNumber(percentOf(online, total), 1)}%</b>
      </span>
      <span>
        离线{' '}
        <b className={cx('font-figure font-semibold', offline > 0 ? 'text-attention-ink' : 'text-ink')}>
          {capped(offline, MOST_FIGURE)}
        </b>
      </span>
    </section>
  )
}
