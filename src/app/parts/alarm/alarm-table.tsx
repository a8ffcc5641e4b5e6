import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { dayTime } from '#app/lib/format.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { fireLook } from './alarm-age.rules.ts'
import { AlarmAge, FirstReport } from './alarm-age.tsx'
import { hasSpread } from './alarm-device.ts'
import { storedState } from './alarm-words.ts'
import { fireFacts } from './fire-facts.tsx'
import { FireLines } from './fire-lines.tsx'
import { FireMark } from './fire-mark.tsx'
import { KEY_BUILDING, rankWords } from './rank-words.ts'

const CLOCK = 5
const BRIEF = 14

const timeRem = (isDated: boolean) => (isDated ? 8.25 : 4.75)

type Words = readonly ReactNode[]

interface AlarmTableProps<Row> {
  readonly caption: string
  readonly rows: readonly Row[] | undefined
  readonly busy?: boolean
  readonly facts?: { readonly header: string; readonly width?: string; of(row: Row): Words } | undefined
  readonly headOf?: (row: Row) => ReactNode
  readonly clockOf?: (time: string) => string
  readonly districtOf?: ((row: AlarmRow) => string | undefined) | undefined
  readonly isStateSaid?: (row: Row) => boolean
}

export function AlarmTable<Row extends AlarmRow>(props: AlarmTableProps<Row>) {
  const { caption, rows, busy, facts, headOf, districtOf, isStateSaid } = props
  const isGrouped = headOf !== undefined
  const isPhone = !useMedia(DESK)
  const isWide = useMedia(WIDE)
  const now = useNow()
  const clockOf = props.clockOf ?? ((time: string) => dayTime(time, now))
  const isDated = rows?.some(({ alarmTime }) => clockOf(alarmTime).length > CLOCK) ?? true
  const words = new Map(rows?.map((row) => [row.id, fireFacts(row, now)]))
  const rankWord = rankWords(rows?.filter(({ isOpen }) => isOpen) ?? [], now)
  const isKey = (row: Row) => isPhone && rankWord(row) === KEY_BUILDING
  const placeWords = (row: Row) => {
    const { place, devices, again, kind } = words.get(row.id) ?? fireFacts(row, now)
    return [districtOf?.(row), place, again, devices, kind, !isKey(row) && rankWord(row)]
  }
  const wordOf = (row: Row) => storedState(row).text
  const saysState = (row: Row) => !row.isOpen || row.verdict !== null || isStateSaid?.(row) === false
  const told = (row: Row) => facts?.of(row).filter(Boolean) ?? []
  const openClock = (row: Row) => row.isOpen && clockOf(row.alarmTime)
  const navigate = useNavigate()
  const isBeside = (row: Row) => isWide || !isGrouped || isBrief(told(row))
  const time: Column<Row> = {
    key: 'time',
    header: '报警时间',
    phone: 'desk',
    tablet: 'main',
    nowrap: true,
    width: `${timeRem(isDated || (facts !== undefined && !isWide))}rem`,
    render: (row) => clockOf(row.alarmTime),
  }
  return (
    <WideTable
      caption={caption}
      minWidth="60rem"
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy ?? false}
      waitingRow="max-md:min-h-[4.25rem]"
      isUrgent={(row) => row.isOpen && fireLook(row, now)}
      {...(headOf && { headOf })}
      onRow={({ id }) => void navigate({ to: '/alarms', search: { id } })}
      columns={[
        {
          key: 'state',
          header:
            rows?.some(({ isOpen }) => !isOpen) && rows.some(({ isOpen }) => isOpen)
              ? '已过 / 结果'
              : rows?.[0]?.isOpen === false
                ? '结果'
                : '已过',
          phone: 'desk',
          tablet: 'lead',
          nowrap: true,
          width: rows?.some((row) => row.isOpen && saysState(row)) ? '8.5rem' : isWide ? '6.5rem' : '5.75rem',
          render: (row) => (
            <Badge look="plain" tone={toneOf(row)} {...(row.isOpen && { className: '!text-lg font-semibold' })}>
              <span>
                {saysState(row) && wordOf(row)}{' '}
                {row.isOpen && (
                  <>
                    <AlarmAge of={{ alarmTime: row.alarmTime, verdict: row.verdict }} />{' '}
                    {hasSpread(row) && <FirstReport />}
                  </>
                )}
              </span>
            </Badge>
          ),
        },
        ...(isWide ? [time] : []),
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          width: isGrouped ? (isWide ? '18rem' : '13.5rem') : '20rem',
          render: (row) =>
            isPhone ? (
              <PhoneRow
                of={row}
                end={row.isOpen ? <AlarmAge of={row} /> : clockOf(row.alarmTime)}
                state={wordOf(row)}
                isStateSaid={isStateSaid?.(row) ?? false}
                isKey={isKey(row)}
                facts={placeWords(row)}
                more={told(row).length > 0 ? [openClock(row), ...told(row)] : []}
              />
            ) : (
              <span className="break-words">{nameOf(row)}</span>
            ),
        },
        {
          key: 'place',
          header: '部位和设备',
          phone: 'desk',
          tablet: 'under',
          below: 'building',
          width: facts ? (isGrouped && isWide ? '27rem' : facts.width || isGrouped ? '26rem' : '18rem') : '34rem',
          render: (row) => (
            <Dotted className="min-w-0" of={isBeside(row) ? placeWords(row) : [...placeWords(row), ...told(row)]} />
          ),
        },
        ...(facts
          ? [
              {
                key: 'facts',
                header: facts.header,
                phone: 'desk' as const,
                tablet: 'under' as const,
                below: 'time',
                width: facts.width ?? (isGrouped ? (isWide ? '11rem' : '14.5rem') : '16rem'),
                render: (row: Row) => isBeside(row) && <Dotted className="min-w-0" of={facts.of(row)} />,
              },
            ]
          : []),
        ...(isWide ? [] : [time]),
        {
          key: 'open',
          header: '操作',
          isHeaderHidden: true,
          phone: isPhone ? 'desk' : 'action',
          width: isWide ? '3.5rem' : '2rem',
          render: (row) => <AlarmRowLink id={row.id}>{`查看火警 ${nameOf(row)}`}</AlarmRowLink>,
        },
      ]}
    />
  )
}

interface PhoneRowProps {
  readonly of: AlarmRow
  readonly end: ReactNode
  readonly state: string
  readonly isStateSaid: boolean
  readonly isKey: boolean
  readonly facts: Words
  readonly more: Words
}

function PhoneRow({ of, end, state, isStateSaid, isKey, facts, more }: PhoneRowProps) {
  const isSolid = of.isOpen && of.verdict === REAL
  const tone = toneOf(of)
  return (
    <Link
      to="/alarms"
      search={{ id: of.id }}
      className={cx(
        '-mx-4 -mb-4 -mt-3 flex w-0 min-w-[calc(100%+2rem)] items-start gap-3 px-4 py-2.5',
        isSolid && 'bg-fire-ground text-fire-on',
      )}
    >
      {of.isOpen ? (
        <FireMark
          sign={isSolid ? 'fire-ground' : 'danger-on'}
          className={cx('mt-0.5 h-5 w-5', !isSolid && 'text-danger')}
        />
      ) : (
        <ToneMark tone={tone} className="mx-0.5 mt-1 h-4 w-4" />
      )}
      <FireLines
        name={
          <>
            <span className="sr-only">查看火警 </span>
            {isKey ? (
              <span className="flex items-center gap-x-2">
                <span className="truncate">{nameOf(of)}</span>
                <span className="shrink-0 rounded-sm bg-unknown-soft px-1.5 text-xs font-medium text-unknown-ink">
                  {KEY_BUILDING}
                </span>
              </span>
            ) : (
              nameOf(of)
            )}
          </>
        }
        isOpen={of.isOpen}
        isSolid={isSolid}
        end={end}
        facts={facts}
        state={
          <span className={isStateSaid ? 'sr-only' : cx('shrink-0', !isSolid && toneClass[tone].text)}>{state}</span>
        }
        more={more}
      />
      <ChevronRightIcon className={cx('-mr-bearing mt-0.5', !isSolid && 'text-ink-soft')} />
    </Link>
  )
}

export function AlarmRowLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link
      to="/alarms"
      search={{ id }}
      className="inline-flex min-h-control-sm min-w-control-sm items-center justify-end text-ink-soft hover:text-link row-link md:max-xl:mr-[0.6875rem]"
    >
      <span aria-hidden="true" className="md:hidden">
        查看火警
      </span>
      <ChevronRightIcon className="-mr-bearing max-md:hidden" />
      <span className="sr-only">{children}</span>
    </Link>
  )
}

const isBrief = ([first, ...others]: Words) =>
  others.length === 0 && (first === undefined || (typeof first === 'string' && first.length <= BRIEF))

const nameOf = ({ buildingName, source }: AlarmRow) => buildingName ?? source ?? '未知来源'

const toneOf = ({ isOpen, verdict }: AlarmRow) => (isOpen ? 'fire' : fireHandling.tone(verdict ?? 0))
