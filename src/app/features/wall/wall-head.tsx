import { Link } from '@tanstack/react-router'
import { buildingType } from '#contract/dict/building-type.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { formatTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useAreaName } from '#app/parts/authority-area.ts'
import type { AuthoritySearch } from '#app/parts/authority-search.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

interface WallHeadProps {
  readonly area: AuthorityArea
  readonly search: AuthoritySearch
  /** When the oldest of the figures came, ms; 0: none has. */
  readonly since: number
  /** Whether the last question got no answer. */
  readonly failed: boolean
}

/** Figures older than this are told apart, even where the network seems to be there: three askings went by. */
const STALE_MS = 3.5 * 60_000

const act = 'rounded px-[0.6em] py-[0.3em] text-[1.4em] text-ink-soft hover:bg-wash hover:text-ink'

/** Whose figures, the clock, how old the figures are, and loudly when contact is lost. */
export function WallHead({ area, search, since, failed }: WallHeadProps) {
  const name = useAreaName(area.countyNo)
  const now = useNow()
  const connection = useConnection()
  const lost = connection !== 'online' || failed || (since > 0 && now.getTime() - since > STALE_MS)
  const clock = formatTime(now)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-[1.5em] gap-y-[0.3em]">
      <h1 className="text-[2.9em] leading-tight">
        {name}消防物联网接入概览
        {area.buildType !== 0 && <span className="text-ink-soft"> · {buildingType.label(area.buildType)}</span>}
      </h1>
      <div className="flex flex-wrap items-center gap-x-[1.2em]">
        <output
          aria-live="polite"
          className={cx(
            // As wide without a time as with one: the row below must not break anew.
            'inline-flex min-w-[8.5em] items-center gap-[0.3em] rounded px-[0.5em] py-[0.15em] text-[2em]',
            lost ? 'bg-danger-soft font-semibold text-danger-ink' : 'text-ink-soft',
          )}
        >
          {lost && <ToneMark tone="danger" />}
          {lost && '与服务器失去联系 · '}
          {since === 0 ? '暂无数据' : `数据时间 ${formatTime(since).slice(lost ? 5 : 11, 16)}`}
        </output>
        <time dateTime={clock.slice(0, 16)} className="font-figure text-[2.6em] font-semibold">
          {clock.slice(0, 16)}
        </time>
        <nav aria-label="大屏操作" className="flex">
          {document.fullscreenEnabled && (
            <button type="button" className={act} onClick={toggleFullScreen}>
              全屏
            </button>
          )}
          <Link to="/fireDepData" search={search} className={act}>
            返回
          </Link>
        </nav>
      </div>
    </header>
  )
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // Who refuses the request sees the page as it is.
  done.catch(() => undefined)
}
