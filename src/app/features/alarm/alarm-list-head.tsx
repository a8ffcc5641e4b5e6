import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { DESK, TABLET, useMedia } from '#app/lib/use-media.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { useWatchmanDialog } from '#app/parts/alarm/watchman-button.tsx'
import { AlarmLinks } from '#app/parts/alarm-links.tsx'
import { UnitFilterSlot } from '#app/parts/unit-filter-slot.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import type { AlarmSearch } from './alarm-search.ts'
import { DeskSound } from './desk-keys.tsx'

const STRIP = 'overflow-x-auto max-lg:[-webkit-mask-image:linear-gradient(to_right,#000_calc(100%-24px),transparent)]'

const SOUND_DEEDS: Readonly<Record<AlarmSound['state'], string>> = {
  on: '静音',
  muted: '恢复响铃',
  blocked: '开启声音',
  missing: '本机无法响铃',
}

const FILTERS: readonly { readonly verdict: AlarmSearch['verdict']; readonly label: string }[] = [
  { verdict: undefined, label: '全部' },
  { verdict: 0, label: '待确认' },
  ...([2, 1, 3, 4] as const).map((verdict) => ({ verdict, label: fireHandling.label(verdict) })),
]

interface AlarmListHeadProps {
  readonly search: AlarmSearch
  readonly sound: AlarmSound
  readonly ticking: boolean
  readonly onTick: (() => void) | undefined
  readonly children: ReactNode
  onNarrow(some: Partial<AlarmSearch>): void
}

export function AlarmListHead({ search, sound, ticking, onTick, children, onNarrow }: AlarmListHeadProps) {
  const isPhone = !useMedia(DESK)
  const isTablet = useMedia(TABLET)
  const watchman = useWatchmanDialog('登记值班员')
  const tick = ticking ? '取消多选' : '多选'
  const tickButton = onTick && (
    <Button size="small" className="shrink-0" aria-pressed={ticking} onClick={onTick}>
      {tick}
    </Button>
  )
  const tools = (
    <>
      <Button size="small" className="shrink-0" onClick={watchman.open}>
        {watchman.label}
      </Button>
      {tickButton}
    </>
  )
  const chips = <VerdictChips search={search} onNarrow={onNarrow} />
  return (
    <header className="border-b border-line px-4 py-1 md:py-2">
      {isPhone ? (
        <div className="-mr-3 flex items-center gap-x-1">
          <h2 className="sr-only">火警</h2>
          <div className={cx('-ml-4 flex min-w-0 flex-1 items-center gap-1.5 pl-4 pr-6', STRIP)}>
            <fieldset aria-label="按结果筛选" className="flex shrink-0 gap-1.5">
              {chips}
            </fieldset>
            {tools}
          </div>
          <span data-sound>
            <AlarmLinks
              isMarked={sound.state === 'blocked' || sound.state === 'muted'}
              acts={[
                {
                  key: 'sound',
                  label: SOUND_DEEDS[sound.state],
                  disabled: sound.state === 'missing',
                  onSelect: sound.toggle,
                },
              ]}
            />
          </span>
        </div>
      ) : (
        <>
          <div className="-mr-3 flex min-h-[2.75rem] flex-wrap items-center gap-1 xl:mr-0 xl:gap-x-2">
            <h2 className="mr-auto text-xl">火警</h2>
            <DeskSound sound={sound} isShort={isTablet && ticking} />
            {isTablet ? ticking && tickButton : tools}
            <AlarmLinks
              acts={
                isTablet
                  ? [
                      { key: 'watchman', label: watchman.label, onSelect: watchman.open },
                      ...(onTick ? [{ key: 'tick', label: tick, onSelect: onTick }] : []),
                    ]
                  : []
              }
            />
          </div>
          <fieldset
            aria-label="按结果筛选"
            className={cx(
              '-mx-4 flex min-w-0 gap-1.5 py-1 pl-4 pr-6 lg:gap-x-1 lg:gap-y-0 lg:px-3 lg:max-xl:flex-wrap',
              STRIP,
            )}
          >
            {chips}
          </fieldset>
        </>
      )}
      {search.building && (
        <Button size="small" className="mt-1" onClick={() => onNarrow({ building: undefined })}>
          查看全部建筑的火警
        </Button>
      )}
      {search.unit && <UnitFilterSlot id={search.unit} of="火警" onClear={() => onNarrow({ unit: undefined })} />}
      {children}
      {watchman.dialog}
    </header>
  )
}

function VerdictChips({ search, onNarrow }: Pick<AlarmListHeadProps, 'search' | 'onNarrow'>) {
  const { data: all } = useQuery(alarmQuery.open())
  const isCounted =
    all !== undefined && all.total === all.list.length && search.building === undefined && search.unit === undefined
  const counted = (of: AlarmSearch['verdict']) =>
    isCounted && (of === 0 || of === REAL)
      ? all.list.filter(({ verdict }) => (of === REAL ? verdict === REAL : verdict === null)).length
      : null
  return FILTERS.map(({ verdict, label }) => (
    <Chip
      key={label}
      label={label}
      count={counted(verdict) || null}
      isOn={search.verdict === verdict}
      onPress={() => onNarrow({ verdict })}
    />
  ))
}
