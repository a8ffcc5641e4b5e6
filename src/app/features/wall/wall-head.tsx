import { Link } from '@tanstack/react-router'
import { buildingType } from '#contract/dict/building-type.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { formatTime } from '#app/lib/format.ts'
import { type AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { useServerTime } from '#app/parts/alarm/use-server-time.ts'
import type { AuthoritySearch } from '#app/parts/authority-search.ts'
import { useAreaName } from '#app/parts/district-names.ts'
import { LiveMark } from '#app/parts/live-mark.tsx'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { WallContact } from './use-wall-contact.ts'

interface WallHeadProps extends Pick<WallContact, 'since' | 'isLost'> {
  readonly area: AuthorityArea
  readonly search: AuthoritySearch
  readonly sound: AlarmSound
}

const act =
  'inline-flex items-center justify-center rounded-md border border-line px-[0.7em] max-lg:min-h-[2.75rem] max-lg:min-w-[2.75rem] py-[0.25em] text-[1.75em] font-semibold text-ink hover:bg-wash'

const SOUND: Readonly<Record<AlarmSound['state'], string>> = {
  on: '声音已开',
  muted: '已静音',
  blocked: '声音未开，点击开启',
  missing: '此浏览器无法响铃',
}

export function WallHead({ area, search, since, isLost, sound }: WallHeadProps) {
  const name = useAreaName(area.countyNo)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-[1.5em] gap-y-[0.3em]">
      <h1 className="flex-1 text-[2.5em] leading-tight max-md:text-[2em]">
        {`${name}消防物联网监测大屏`}
        {area.buildType !== 0 && <span className="text-ink-soft"> · {buildingType.label(area.buildType)}</span>}
      </h1>
      <div className="order-last flex w-full flex-wrap items-baseline gap-x-[1.2em] gap-y-[0.3em] lg:contents">
        <button
          type="button"
          data-sound
          onClick={sound.toggle}
          className={cx(
            'relative rounded-md border px-[0.7em] lg:order-1 min-w-[10.6em] py-[0.25em] text-[1.75em] max-md:min-h-[1.75rem] max-md:py-0 md:max-lg:min-h-[2rem] touch:after:absolute touch:after:-inset-y-[0.5625rem] touch:after:inset-x-0',
            sound.state === 'on'
              ? 'border-transparent text-ink-soft hover:bg-wash max-lg:pl-0 max-lg:text-left lg:text-right'
              : 'border-attention bg-attention-soft font-semibold text-attention-ink',
          )}
        >
          <span key={sound.state}>{SOUND[sound.state]}</span>
        </button>
        {!isLost && <LiveMark className="text-[1.875em] lg:!min-w-[4em] text-ink-soft" />}
        <output
          aria-live="polite"
          className={cx(
            'inline-flex items-baseline gap-[0.3em] min-w-[6.6em] lg:min-w-[5.2em] lg:justify-end text-[1.875em]',
            isLost ? 'font-semibold text-attention-ink' : 'text-ink-soft max-md:hidden',
          )}
        >
          {isLost && <ToneMark tone="attention" />}
          {since === 0
            ? '暂无数据'
            : isLost
              ? `截至 ${formatTime(since).slice(11, 16)}`
              : `${formatTime(since).slice(11, 16)} 更新`}
        </output>
        <Clock />
      </div>
      <nav aria-label="大屏操作" className="flex gap-[0.6em] max-md:order-first max-md:-mx-2 lg:order-1">
        {document.fullscreenEnabled && (
          <button type="button" className={cx(act, 'max-md:hidden')} onClick={toggleFullScreen}>
            全屏
          </button>
        )}
        <Link to="/fireDepData" search={search} className={cx(act, 'max-md:!border-0 max-md:!px-0')}>
          <ChevronLeftIcon className="md:hidden" />
          <span className="max-md:sr-only">返回</span>
        </Link>
      </nav>
    </header>
  )
}

function Clock() {
  const clock = formatTime(useServerTime())
  return (
    <time
      dateTime={clock.slice(0, 16)}
      className="whitespace-nowrap font-figure max-lg:ml-auto lg:order-2 max-md:leading-none text-[2.6em] font-semibold"
    >
      <span className="mr-[0.5em] text-[0.7em] font-normal text-ink-soft">
        <span className="max-md:hidden">{clock.slice(0, 5)}</span>
        {clock.slice(5, 10)}
      </span>
      <span className="max-md:text-[0.8em]">
        {clock.slice(11, 16)}
        <span className="max-md:hidden">{clock.slice(16)}</span>
      </span>
    </time>
  )
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // The page stays in the window if full screen is refused.
  done.catch(() => undefined)
}
