import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { REAL, VERDICTS_SHOWN } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { DESK, TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { useWatchmanDialog } from '#app/parts/alarm/watchman-button.tsx'
import { AlarmLinks } from '#app/parts/alarm-links.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { UnitFilterSlot } from '#app/parts/unit-filter-slot.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip, chipClass } from '#app/ui/chip.tsx'
import { CheckIcon, ChevronDownIcon } from '#app/ui/icon.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { AlarmSearch } from './alarm-search.ts'
import { DeskSound } from './desk-keys.tsx'

const SOUND_DEEDS: Readonly<Record<AlarmSound['state'], string>> = {
  on: '静音',
  muted: '恢复响铃',
  blocked: '开启声音',
  missing: '本机无法响铃',
}

const FILTERS: readonly { readonly verdict: AlarmSearch['verdict']; readonly label: string }[] = [
  { verdict: undefined, label: '全部' },
  { verdict: 0, label: '待确认' },
  ...VERDICTS_SHOWN.map((verdict) => ({ verdict, label: fireHandling.label(verdict) })),
]

const UNFOLDED = 2

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
  const isFolded = !useMedia(WIDE)
  const watchman = useWatchmanDialog('登记值班员')
  const tick = ticking ? '取消多选' : '多选'
  const tickButton = onTick && (
    <Button size="small" className="shrink-0" aria-pressed={ticking} onClick={onTick}>
      {tick}
    </Button>
  )
  const deeds = [
    { key: 'watchman', label: watchman.label, onSelect: watchman.open },
    ...(onTick ? [{ key: 'tick', label: tick, onSelect: onTick }] : []),
  ]
  const chips = <VerdictChips search={search} isFolded={isFolded} onNarrow={onNarrow} />
  return (
    <header className="border-b border-line px-4 py-1 md:py-2">
      {isPhone ? (
        <div className="-mr-3.5 flex items-center gap-x-1">
          <h2 className="sr-only">火警</h2>
          <div className="-ml-4 flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto pl-4">
            {chips}
            {ticking && tickButton}
          </div>
          <span data-sound>
            <AlarmLinks
              acts={[
                {
                  key: 'sound',
                  label: SOUND_DEEDS[sound.state],
                  disabled: sound.state === 'missing',
                  onSelect: sound.toggle,
                },
                ...deeds,
              ]}
            />
          </span>
        </div>
      ) : (
        <>
          <div className="alarm-deeds">
            <h2 className="mr-auto text-xl">火警</h2>
            {(!isTablet || ticking) && tickButton}
            <DeskSound sound={sound} isShort={isTablet && ticking} />
            {!isTablet && (
              <Button size="small" className="shrink-0" onClick={watchman.open}>
                {watchman.label}
              </Button>
            )}
            <AlarmLinks acts={isTablet ? deeds : []} />
          </div>
          <div className="py-1">{chips}</div>
        </>
      )}
      {search.building && (
        <Button size="small" className="mt-1" onClick={() => onNarrow({ building: undefined })}>
          查看全部建筑的火警
        </Button>
      )}
      {search.county && <CountyFilter county={search.county} onClear={() => onNarrow({ county: undefined })} />}
      {search.unit && <UnitFilterSlot id={search.unit} of="火警" onClear={() => onNarrow({ unit: undefined })} />}
      {children}
      {watchman.dialog}
    </header>
  )
}

function CountyFilter({ county, onClear }: { readonly county: string; onClear(): void }) {
  const district = useDistrictOf()({ countyNo: county })
  return (
    <div className="flex items-center gap-x-3">
      <p className="min-w-0 flex-1 truncate text-sm">
        仅 <strong className="font-semibold">{district ?? '一个区'}</strong> 的火警
      </p>
      <Button size="small" className="shrink-0" onClick={onClear}>
        查看全市火警
      </Button>
    </div>
  )
}

interface VerdictChipsProps extends Pick<AlarmListHeadProps, 'search' | 'onNarrow'> {
  readonly isFolded: boolean
}

function VerdictChips({ search, isFolded, onNarrow }: VerdictChipsProps) {
  const { data: all } = useQuery(alarmQuery.open())
  const isCounted =
    all !== undefined &&
    all.total === all.list.length &&
    (search.building ?? search.unit ?? search.county) === undefined
  const counted = (of: AlarmSearch['verdict']) =>
    isCounted && (of === 0 || of === REAL)
      ? all.list.filter(({ verdict }) => (of === REAL ? verdict === REAL : verdict === null)).length
      : null
  const isReal = search.verdict === REAL || (counted(REAL) ?? 0) > 0
  const unfolded = UNFOLDED + Number(isReal)
  const shown = isFolded ? FILTERS.slice(0, unfolded) : FILTERS
  const folded = FILTERS.slice(unfolded)
  const chosen = folded.find(({ verdict }) => verdict === search.verdict)
  return (
    <fieldset
      key={String(all === undefined)}
      aria-label="按结果筛选"
      className="flex min-w-0 shrink-0 gap-1.5 lg:gap-x-1"
    >
      {shown.map(({ verdict, label }) => (
        <Chip
          key={label}
          label={label}
          count={counted(verdict) || null}
          isOn={search.verdict === verdict}
          onPress={() => onNarrow({ verdict })}
        />
      ))}
      {isFolded && (
        <Menu
          bare
          floats
          label={`${chosen?.label ?? '已确认'}，选择结果`}
          trigger={
            <span className={chipClass(chosen !== undefined)}>
              {chosen?.label ?? '已确认'}
              <ChevronDownIcon />
            </span>
          }
          entries={folded.map((one) => ({
            key: one.label,
            label: one.label,
            ...(chosen && { icon: <Chosen isIt={one === chosen} /> }),
            onSelect: () => onNarrow({ verdict: one.verdict }),
          }))}
        />
      )}
    </fieldset>
  )
}

const Chosen = ({ isIt }: { readonly isIt: boolean }) => (
  <span className="w-4 shrink-0">
    {isIt && (
      <>
        <CheckIcon />
        <span className="sr-only">已选</span>
      </>
    )}
  </span>
)
