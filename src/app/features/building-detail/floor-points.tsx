import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import type { FloorPoint } from '#contract/floor-plan.ts'
import { useNow } from '#app/lib/use-now.ts'
import { type DeviceAge, DeviceFireAge } from '#app/parts/alarm/device-age.tsx'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { placedOf, pointName } from '#app/parts/floor-plan/placed-points.ts'
import { rankOf } from '#app/parts/floor-plan/plan-mark.tsx'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { useFireLeads } from '#app/parts/problem/use-fire-leads.ts'
import { useUndecided } from '#app/parts/use-undecided.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { CloseIcon } from '#app/ui/icon.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const placeFacts = ({ pointNumber, zone, descript }: FloorPoint, floor?: string) =>
  [[floor, zone, descript].filter(Boolean).join(' '), floor === undefined && pointNumber].filter(Boolean)

export const pointPlace = (of: FloorPoint) => placeFacts(of).join(' · ')

export const ALARM_LIST =
  'overflow-hidden rounded-md border border-line [&>li:last-child]:border-b-0 [&>li]:rounded-none'

const DETAIL = '/buildDetail/$id/$canEdit/$tabName'

interface FloorPointsProps {
  readonly buildingId?: string
  readonly name?: string
  readonly points: readonly FloorPoint[]
  readonly count: number
  readonly chosen: string | undefined
  readonly isOnPlan?: boolean
  readonly floor: string
  onChoose(id: string): void
}

export function FloorPoints(props: FloorPointsProps) {
  const { buildingId = '', name, points, count, chosen, isOnPlan = false, floor, onChoose } = props
  const isUndecided = useUndecided(buildingId)
  const numbers = new Map(isOnPlan ? placedOf(points).map(({ id }, at) => [id, at + 1]) : [])
  const leads = useFireLeads(buildingId)
  const sorted = leads.sorted([...points].sort((a, b) => rankOf(b.state) - rankOf(a.state)))
  const areAlarms = points.every(({ state }) => state === 'alarm')
  const Heading = name ? 'h3' : 'h4'
  const head = name && <span className="mr-3 text-base font-semibold text-ink max-md:sr-only">{name}</span>
  if (points.length === 0)
    return head ? (
      <h3 className="text-sm font-normal text-ink-soft">
        {head}
        本层无点位
      </h3>
    ) : null
  return (
    <section aria-label="本层点位">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <Heading className="text-sm font-normal text-ink-soft">
          {head}
          本层 {count} 个点位{count > points.length && `，此处为其中 ${points.length} 个，异常的在前`}
        </Heading>
        {count > points.length && floor !== '' && (
          <Link
            from={DETAIL}
            to={DETAIL}
            params={(now) => ({ ...now, tabName: 'pointInfo' })}
            search={{ point: floor }}
            className="not-printed inline-flex min-h-control-sm items-center text-sm text-link hover:underline"
          >
            在点位管理中查看全部
          </Link>
        )}
      </div>
      <ul className={areAlarms ? ALARM_LIST : cx('grid gap-x-4', points.length > 1 && 'lg:grid-cols-2')}>
        {sorted.map((one) => (
          <FloorPointRow
            key={one.id}
            of={one}
            number={numbers.get(one.id)}
            isChosen={one.id === chosen}
            fire={leads.fire(one.alarmId)}
            since={leads.ofDevice(one)}
            repeated={leads.repeats(one, sorted)}
            isUndecided={isUndecided(one.alarmId)}
            note={isOnPlan && one.x === null && '未放置'}
            onPress={() => onChoose(one.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface FloorPointRowProps {
  readonly of: FloorPoint
  readonly number?: number | undefined
  readonly isChosen?: boolean
  readonly fire: AlarmRow | undefined
  readonly since: DeviceAge | undefined
  readonly repeated: string | undefined
  readonly isUndecided: boolean
  readonly floor?: string
  readonly note?: string | false
  onPress(): void
}

export function FloorPointRow(props: FloorPointRowProps) {
  const { of, number, isChosen = false, fire, since, repeated, isUndecided, floor, note, onPress } = props
  const tone = pointState.tone(of.state)
  const now = useNow()
  const isAlarm = of.state === 'alarm'
  const look = cx('fire-edge', fireLook(fire, now) !== 'edge' && 'bg-danger-soft')
  return (
    <li className={cx('flex items-center border-b border-line', isAlarm && cx('pr-3', look))}>
      <button
        type="button"
        data-printed
        aria-pressed={isChosen}
        onClick={onPress}
        className={cx(
          'flex min-h-[2.75rem] min-w-0 flex-1 items-center gap-2.5 px-3 py-1.5 text-left -outline-offset-2',
          !isAlarm && 'hover:bg-sunk',
          isChosen && 'bg-link/10',
        )}
      >
        {number !== undefined && (
          <span className="hidden w-6 text-right font-figure text-sm print:inline">{number}</span>
        )}
        <ToneMark tone={tone} className="h-4 w-4" />
        <span className="min-w-0 flex-1 break-words">
          <span className={cx('block min-w-0', isAlarm && 'font-semibold')}>{pointName(of)}</span>
          <Dotted
            className="min-w-0 text-sm text-ink-soft"
            of={[
              <span key="state" className={cx('whitespace-nowrap', toneClass[tone].text)}>
                {pointState.label(of.state)} {isAlarm && since && <DeviceFireAge of={since} />}
              </span>,
              note,
              ...placeFacts(of, floor && pointName(of).startsWith(floor) ? '' : (floor ?? (isAlarm ? '' : undefined))),
            ]}
          />
        </span>
      </button>
      <AlarmLink isUndecided={isUndecided} id={of.alarmId} size="small" repeated={repeated} device={pointName(of)} />
    </li>
  )
}

interface PointFactsProps {
  readonly buildingId: string
  readonly of: FloorPoint | undefined
  onClose(): void
}

export function PointFacts({ buildingId, of, onClose }: PointFactsProps) {
  const isUndecided = useUndecided(buildingId)
  const [problem, setProblem] = useState<string>()
  return (
    <>
      {of && (
        <section
          aria-label="所选点位"
          className="not-printed sticky bottom-2 z-sticky flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-panel px-4 py-2 shadow-lg"
        >
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 break-words text-base font-semibold">
              {pointName(of)}
              <Badge tone={pointState.tone(of.state)}>{pointState.label(of.state)}</Badge>
            </p>
            <p className="break-words text-sm text-ink-soft">
              {[of.deviceTypeName, pointPlace(of)].filter(Boolean).join(' · ')}
            </p>
          </div>
          <AlarmLink isUndecided={isUndecided(of.alarmId)} id={of.alarmId} kind="primary" />
          {of.problemId && <Button onClick={() => setProblem(of.problemId ?? undefined)}>看问题</Button>}
          <IconButton label="关闭" icon={<CloseIcon />} onClick={onClose} />
        </section>
      )}
      <ProblemSheet id={problem} row={undefined} onClose={() => setProblem(undefined)} />
    </>
  )
}
