import { Link } from '@tanstack/react-router'
import type { AuthorityArea } from '#app/data/authority.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { capped, formatNumber } from '#app/lib/format.ts'
import { buildingsOf } from '#app/parts/authority-area.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { WallQueries } from './use-wall-queries.ts'
import { MOST_FIGURE } from './wall-panel.tsx'

interface WallFootProps extends Pick<WallQueries, 'providers' | 'duty' | 'devices'> {
  readonly area: AuthorityArea
  readonly isLost: boolean
  readonly className: string | false
}

export function WallFoot({ area, providers, duty, devices, isLost, className }: WallFootProps) {
  const silent = duty.data?.silent
  const mute = (silent ?? []).slice(0, MOST)
  const rest = (providers.data ?? []).filter(({ isvId }) => mute.every((of) => of.providerId !== isvId))
  return (
    <footer
      className={cx(
        'flex flex-wrap items-center md:justify-between gap-x-[2.25em] gap-y-[0.2em] text-[1.5em] text-ink-soft max-md:rounded-lg max-md:border max-md:border-line max-md:bg-panel max-md:px-[0.75em] max-md:py-[0.5em] max-md:text-[1.75em] lg:flex-nowrap',
        isLost && 'opacity-60 saturate-[0.25]',
        className,
      )}
    >
      <span className="shrink-0">服务商接入</span>
      <ol
        aria-label="服务商接入"
        className="flex min-w-0 flex-1 flex-wrap gap-x-[1.5em] max-lg:basis-full md:max-lg:order-last md:max-lg:grid md:max-lg:grid-cols-3 md:max-lg:items-center lg:flex-nowrap lg:justify-evenly lg:overflow-hidden"
      >
        {mute.map(({ providerId, name, buildings }) => (
          <li key={providerId} className={PROVIDER}>
            <Link
              to="/buildingList"
              search={buildingsOf(area, { isvId: providerId })}
              className="flex min-w-0 items-baseline gap-[0.4em] touch:min-h-control touch:items-center md:max-lg:touch:-my-[0.9em] max-md:min-h-[2.75rem] max-md:flex-1 max-md:items-center"
            >
              <span className="inline-flex shrink-0 items-center gap-[0.3em] text-attention-ink">
                <ToneMark tone="attention" />
                无数据
              </span>
              <Served name={name} buildings={buildings} />
              <ChevronRightIcon className="ml-auto md:hidden" />
            </Link>
          </li>
        ))}
        {rest.slice(0, MOST - mute.length).map(({ isvName, isvId, buildingCount }) => (
          <li key={isvId ?? isvName} className={PROVIDER}>
            {silent && <ToneMark tone="ok" />}
            <Served name={isvName} buildings={buildingCount} />
          </li>
        ))}
      </ol>
      {devices.data && <Online of={devices.data} />}
    </footer>
  )
}

const MOST = 3
const PROVIDER = 'flex min-w-0 items-baseline gap-[0.4em] max-md:w-full'

interface ServedProps {
  readonly name: string
  readonly buildings: number
}

function Served({ name, buildings }: ServedProps) {
  return (
    <>
      <span title={name} className="min-w-0 truncate">
        {name.replace(/(股份)?有限公司$/, '')}
      </span>
      <span className="shrink-0 whitespace-nowrap">
        <b className="font-figure font-semibold text-ink">{formatNumber(buildings)}</b> 栋
      </span>
    </>
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
        离线 <b className="font-figure font-semibold text-ink">{capped(offline, MOST_FIGURE)}</b>
      </span>
    </section>
  )
}
