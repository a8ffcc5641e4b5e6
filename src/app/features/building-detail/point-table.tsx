import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import type { MeasuredRow, PointRow } from '#contract/point.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { pointState } from '#contract/dict/point-state.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { againOf, type DeviceAge, DeviceFireAge } from '#app/parts/alarm/device-age.tsx'
import { alarmVerb } from '#app/parts/alarm-link.tsx'
import { MeasuredValue } from '#app/parts/curve/measured-value.tsx'
import { beforeOffline, isOut, pointCondition, shownValue } from '#app/parts/curve/measured-words.ts'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { ProblemAge } from '#app/parts/problem/problem-age.tsx'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { RowSign, SIGNED_ROWS } from '#app/parts/row-sign.tsx'
import { placeBeside, problemPlace, shortDescription } from '#app/parts/problem/problem-words.ts'
import { useUndecided } from '#app/parts/use-undecided.ts'
import { useMay } from '#app/session/use-may.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { BurningPointActions, CalmPointActions } from './point-actions.tsx'

interface PointTableProps {
  readonly rows: readonly PointRow[] | undefined
  readonly buildingId: string
  readonly measured: readonly MeasuredRow[] | undefined
  readonly problems: readonly ListedProblem[] | undefined
  readonly busy: boolean
  readonly firstIndex: number
  readonly expected: number
  readonly filtered: boolean
  fire(alarmId: PointRow['alarmId']): AlarmRow | undefined
  fireSince(row: PointRow): DeviceAge | undefined
  repeats(row: PointRow, rows: readonly PointRow[]): string | undefined
  onEdit?(row: PointRow): void
}

function valueWords(found: MeasuredRow): string {
  const { value, unit } = shownValue(found)
  return [value, unit].filter(Boolean).join('\u00a0')
}

function wrongOf(found: MeasuredRow | undefined): string | undefined {
  if (!found || found.figure === null || found.connectStatus === 0 || !isOut(found)) return undefined
  return pointCondition(found)?.text.replace(/（.+/, '')
}

const NEVER = '从未上报'

function Reading({ of, found }: { of: PointRow; found: MeasuredRow }) {
  if (of.connectStatus !== 0) return <MeasuredValue of={found} />
  return (
    <span title={formatTime(of.reportTime)} className="whitespace-nowrap text-xs text-ink-soft">
      <span aria-hidden="true" className="max-xl:hidden">
        {beforeOffline(found)}{' '}
      </span>
      <MeasuredValue of={found} />
    </span>
  )
}

const valueColumn = (
  measuredOf: (row: PointRow) => MeasuredRow | undefined,
  ageOf: (row: PointRow) => ReactNode,
): Column<PointRow> => ({
  key: 'value',
  tablet: 'under',
  below: 'online',
  header: '当前值',
  nowrap: true,
  width: '5.25rem',
  render: (row) => {
    const found = measuredOf(row)
    const age = ageOf(row)
    const reading = found && <Reading of={row} found={found} />
    if (!age) return reading || MISSING
    if (!reading) return age
    return <Dotted of={row.connectStatus === 0 ? [age, reading] : [reading, age]} />
  },
})

function pointAge(
  { connectStatus: code, reportTime }: PointRow,
  fire: ReactNode,
  problem: ListedProblem | undefined,
): ReactNode {
  if (fire) return fire
  if (problem) return <ProblemAge of={problem} />
  if (code !== 0) return null
  if (!reportTime) return NEVER
  return (
    <span title={`${formatTime(reportTime)} 上报`}>
      <ProblemAge of={{ happenTime: reportTime, kind: 'offline', status: 0 }} />
    </span>
  )
}

const WIDTHS = {
  calm: {
    wide: { name: '10.25rem', online: '9.25rem', place: '10.5rem', type: '10.25rem', action: '7.5rem' },
    tablet: { name: '9.625rem', online: '6.5rem', place: '7.375rem', type: '8.75rem', action: '6.75rem' },
  },
  burning: {
    wide: { name: '10.25rem', online: '9.25rem', place: '8.75rem', type: '10.25rem', action: '8.75rem' },
    tablet: { name: '9.625rem', online: '6.5rem', place: '7.375rem', type: '8.75rem', action: '6.875rem' },
  },
} as const

const isAlarm = ({ state, alarmId }: PointRow) => state === 'alarm' && Boolean(alarmId)

export function PointTable({
  rows,
  buildingId,
  measured,
  problems,
  busy,
  firstIndex,
  expected,
  filtered,
  fire,
  fireSince,
  repeats,
  onEdit,
}: PointTableProps) {
  const now = useNow()
  const isWide = useMedia(WIDE)
  const isOnDuty = useMay('duty')
  const [shown, setShown] = useState<ListedProblem>()
  const isUndecided = useUndecided(buildingId)
  const verbOf = ({ alarmId }: PointRow) => alarmVerb(isUndecided(alarmId))
  const isBurning = isOnDuty && rows?.some(isAlarm)
  const widths = WIDTHS[isBurning ? 'burning' : 'calm'][isWide ? 'wide' : 'tablet']
  const fireOf = (row: PointRow) => (row.state === 'alarm' ? fire(row.alarmId) : undefined)
  const sinceOf = (row: PointRow) => (row.state === 'alarm' ? fireSince(row) : undefined)
  const ageOf = (row: PointRow, isAgeOnly = true) => {
    const since = sinceOf(row)
    return pointAge(row, since && <DeviceFireAge of={since} isAgeOnly={isAgeOnly} />, problemOf(row))
  }
  const repeatOf = (row: PointRow) => {
    const since = sinceOf(row)
    return since && againOf(since, now)
  }
  const measuredOf = ({ id }: PointRow) => measured?.find(({ deviceId }) => deviceId === id)
  const faultOf = ({ id, state }: PointRow) =>
    state === 'fault' ? problems?.find(({ deviceId, kind }) => deviceId === id && kind === 'fault') : undefined
  const readingOf = (row: PointRow) => {
    const found = measuredOf(row)
    return faultOf(row) && found?.figure === null ? undefined : found
  }
  const problemOf = (row: PointRow) =>
    row.state === 'offline'
      ? problems?.find(({ deviceId, kind }) => deviceId === row.id && kind === 'offline')
      : faultOf(row)
  return (
    <div className={SIGNED_ROWS}>
      <WideTable
        caption="点位"
        rows={rows}
        rowKey={(row) => row.id}
        expected={expected}
        busy={busy}
        minWidth="76rem"
        areFactsLate
        isUrgent={(row) => row.state === 'alarm' && fireLook(fireOf(row), now)}
        facts={(row) => {
          const found = readingOf(row)
          const wrong = wrongOf(found)
          const age = ageOf(row, false)
          const figure = found && row.connectStatus !== 0 && (
            <span className={wrong && 'font-semibold text-attention-ink'}>{valueWords(found)}</span>
          )
          return [
            row.connectStatus !== undefined && (
              <span key="state" className="[&_svg]:hidden">
                <PointState of={row} wrong={wrong} fault={faultOf(row)} age={figure || age} />
              </span>
            ),
            placeBeside(row.deviceName ?? '')(row),
            figure && age,
            found
              ? row.connectStatus === 0 && valueWords(found)
              : !(isOnDuty && isAlarm(row)) && !problemOf(row) && row.pointNumber,
          ]
        }}
        empty={
          filtered ? (
            <Empty title="没有符合条件的点位" hint="请更换关键词或设备类型" />
          ) : (
            <Empty title="暂无点位" hint="可用表格导入点位" />
          )
        }
        columns={[
          ...(isWide
            ? [
                {
                  key: 'index',
                  header: '序号',
                  align: 'end',
                  nowrap: true,
                  width: '1.75rem',
                  render: (_, position) => firstIndex + position,
                } satisfies Column<PointRow>,
              ]
            : []),
          {
            key: 'name',
            header: '设备名称',
            phone: 'title',
            width: widths.name,
            render: (row) => (
              <>
                {row.connectStatus !== undefined && <RowSign tone={toneOf(row, faultOf(row))} />}
                <span className="xl:text-sm">{orMissing(row.deviceName)}</span>
              </>
            ),
          },
          {
            key: 'device',
            below: 'name',
            header: '设备编号',
            tablet: 'under',
            nowrap: true,
            width: '6.25rem',
            render: (row) => orMissing(row.deviceNo),
          },
          {
            key: 'online',
            tablet: 'main',
            isTall: true,
            header: '状态',
            nowrap: isWide,
            width: widths.online,
            render: (row) => {
              const reading = readingOf(row)
              const repeat = repeatOf(row)
              const state = (
                <PointState
                  of={row}
                  wrong={wrongOf(measuredOf(row))}
                  fault={faultOf(row)}
                  age={isWide && repeat && <b className="whitespace-nowrap font-semibold text-danger-ink">{repeat}</b>}
                  {...(isOnDuty && { verb: verbOf(row) })}
                />
              )
              if (!isWide || row.connectStatus === undefined) return state
              return (
                <span className="flex items-baseline gap-2">
                  {state}
                  {reading && <Reading of={row} found={reading} />}
                </span>
              )
            },
          },
          isWide ? ageColumn((row) => ageOf(row)) : valueColumn(readingOf, (row) => ageOf(row, false)),
          {
            key: 'place',
            tablet: 'main',
            header: '位置',
            phone: 'desk',
            width: widths.place,
            render: (row) => <span className="[word-break:keep-all]">{orMissing(problemPlace(row))}</span>,
          },
          {
            key: 'number',
            below: 'place',
            nowrap: true,
            header: '点位编号',
            tablet: 'under',
            width: '4.625rem',
            render: (row) => orMissing(row.pointNumber),
          },
          {
            key: 'system',
            width: isWide ? '9.5rem' : widths.type,
            header: '消防系统',
            tablet: 'main',
            render: (row) => <span className="xl:whitespace-nowrap">{orMissing(row.sysName)}</span>,
          },
          {
            key: 'type',
            below: 'system',
            header: '设备类型',
            tablet: 'under',
            width: widths.type,
            render: (row) => (
              <span className="md:max-xl:text-xs xl:inline-block xl:min-w-[9rem]">{orMissing(row.deviceTypeName)}</span>
            ),
          },
          ...(onEdit || isBurning || rows?.some(problemOf)
            ? [
                {
                  key: 'action',
                  header: '操作',
                  phone: 'action',
                  width: widths.action,
                  stuck: true,
                  render: (row) =>
                    isOnDuty && isAlarm(row) ? (
                      <BurningPointActions
                        of={row}
                        verb={verbOf(row)}
                        repeated={repeats(row, rows ?? [])}
                        onEdit={onEdit}
                      />
                    ) : (
                      <CalmPointActions of={row} problem={problemOf(row)} onShow={setShown} onEdit={onEdit} />
                    ),
                } satisfies Column<PointRow>,
              ]
            : []),
        ]}
      />
      <ProblemSheet title="问题详情" id={shown?.id} row={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

const ageColumn = (ageOf: (row: PointRow) => ReactNode): Column<PointRow> => ({
  key: 'age',
  header: '已持续',
  phone: 'desk',
  nowrap: true,
  width: '4rem',
  render: ageOf,
})

const NOTABLE: readonly PointRow['state'][] = ['alarm', 'fault', 'shield']
const toneOf = ({ state, connectStatus: code }: PointRow, fault: ListedProblem | undefined) =>
  fault?.status === 1 ? 'working' : NOTABLE.includes(state) ? pointState.tone(state) : connectStatus.tone(code)

/** `故障` of `1层烟感01：故障，未恢复`. */
const causeOf = ({ itemDesc }: ListedProblem) => /：([^：（，]+)/.exec(shortDescription(itemDesc))?.[1]

interface PointStateProps {
  readonly of: PointRow
  readonly wrong: string | undefined
  readonly fault: ListedProblem | undefined
  readonly age?: ReactNode
  readonly verb?: string
}

function PointState({ of, wrong, fault, age, verb }: PointStateProps) {
  const { state, alarmId, connectStatus: code } = of
  if (code === undefined) return MISSING
  const cause = state === 'fault' && (wrong ?? (fault && causeOf(fault)))
  const badge = NOTABLE.includes(state) && (
    <Badge look="plain" tone={toneOf(of, fault)}>
      {(cause && (age ? cause.replace('处于', '') : cause)) || pointState.label(state)}
      {fault?.status === 1 && ' · 已处理'}
    </Badge>
  )
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1 md:gap-x-2">
      {badge && alarmId && verb ? (
        <Link
          to="/alarms"
          search={{ id: alarmId }}
          title={verb}
          className="relative inline-flex hover:underline touch:after:absolute touch:after:-inset-3"
        >
          {badge}
        </Link>
      ) : (
        badge
      )}
      {(!badge || code === 0) && (
        <Badge look="plain" tone={connectStatus.tone(code)}>
          {connectStatus.label(code)}
        </Badge>
      )}
      {age}
    </span>
  )
}
