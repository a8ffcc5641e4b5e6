import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import type { StatisticsRow } from '#contract/alarm-statistics.ts'
import { NO_CAUSE } from '#contract/alarm.rules.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { exportStatistics } from '#app/data/alarm-statistics.ts'
import { formatTime, MISSING, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmRowLink } from '#app/parts/alarm/alarm-table.tsx'
import { alarmDevice } from '#app/parts/alarm/alarm-device.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ShelfMark } from '#app/parts/shelf-mark.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { LIST_ID } from './pick-link.tsx'
import { listOfPicked, pickedFilter } from './statistics-queries.ts'
import { type AlarmStatisticsSearch, unpicked } from './statistics-search.ts'
import { durationText, PICK_WORDS, spanWords } from './statistics-words.ts'

interface PickedAlarmsProps {
  readonly search: AlarmStatisticsSearch
  onChange(search: AlarmStatisticsSearch): void
}

export function PickedAlarms({ search, onChange }: PickedAlarmsProps) {
  const alarms = useQuery({ ...listOfPicked(search), placeholderData: keepPreviousData })
  const { pick = 'all', cause, point, since, until } = search
  const isPicked = pick !== 'all' || point !== undefined || since !== undefined
  const words = [PICK_WORDS[pick], cause, point && '所选设备', since && spanWords(since, until)].filter(Boolean)
  const table = (rows: readonly StatisticsRow[] | undefined) => (
    <AlarmRows rows={rows} busy={alarms.isPlaceholderData} />
  )
  return (
    <div id={LIST_ID} className="mt-3">
      <Card
        title={`明细：${words.join('，')}`}
        flush
        actions={
          <>
            {isPicked && (
              <Button size="small" onClick={() => onChange(unpicked(search))}>
                查看全部
              </Button>
            )}
            <ExportButton size="small" address={() => exportStatistics(pickedFilter(search))} />
          </>
        }
      >
        <QueryResult of={alarms} waiting={table(undefined)}>
          {({ list }) => table(list)}
        </QueryResult>
        <ListFooter
          of={alarms}
          page={search.page ?? 1}
          pageSize={ALARM_PAGE_SIZE}
          onChange={(page) => onChange({ ...search, page })}
        />
      </Card>
    </div>
  )
}

function AlarmRows({ rows, busy }: { readonly rows: readonly StatisticsRow[] | undefined; readonly busy: boolean }) {
  const now = useNow()
  const navigate = useNavigate()
  const isAnswered = !rows || rows.some(({ ackSeconds, ackBy }) => ackSeconds !== null || ackBy)
  const isCalled = !rows || rows.some(({ wave }) => wave > 0)
  return (
    <WideTable
      key={`${isAnswered} ${isCalled}`}
      caption="火警明细"
      minWidth="62rem"
      rows={rows}
      rowKey={({ id }) => id}
      expected={10}
      busy={busy}
      facts={(row) => [shortTime(row.alarmTime, now), ...placeOf(row), causeOf(row)]}
      onRow={({ id }) => void navigate({ to: '/alarms', search: { id } })}
      empty={<Empty title="没有符合条件的火警" hint="可放宽统计时间" />}
      columns={[
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          render: (row) => <span className="break-words">{row.buildingName ?? row.source ?? '未知来源'}</span>,
        },
        {
          key: 'place',
          header: '部位和设备',
          phone: 'desk',
          tablet: 'under',
          width: '16rem',
          render: (row) => <Dotted of={placeOf(row)} />,
        },
        {
          key: 'result',
          header: '结果',
          phone: 'state',
          tablet: 'main',
          width: '9rem',
          render: (row) => (
            <span className="flex flex-wrap items-center gap-1">
              {row.verdict === null ? (
                <Badge tone={alarmProgress.tone(row.state)}>{alarmProgress.label(row.state)}</Badge>
              ) : (
                <Badge tone={fireHandling.tone(row.verdict)}>{fireHandling.label(row.verdict)}</Badge>
              )}
              <ShelfMark of={row} />
              <span className="text-xs text-ink-soft max-md:hidden">{causeOf(row)}</span>
            </span>
          ),
        },
        {
          key: 'time',
          header: '报警时间',
          tablet: 'main',
          nowrap: true,
          width: '10.5rem',
          render: ({ alarmTime }) => formatTime(alarmTime),
        },
        ...(isAnswered
          ? [
              {
                key: 'ack',
                header: '响应',
                phone: 'half' as const,
                nowrap: true,
                width: '8rem',
                render: (row: StatisticsRow) => spent(row.ackSeconds, row.ackBy),
              },
            ]
          : []),
        {
          key: 'judge',
          header: '确认',
          phone: 'half',
          nowrap: true,
          width: '8rem',
          render: (row) => spent(row.judgeSeconds, row.judgeBy),
        },
        ...(isCalled
          ? [
              {
                key: 'wave',
                header: '通知',
                phone: 'half' as const,
                nowrap: true,
                width: '5rem',
                render: ({ wave }: StatisticsRow) => (wave === 0 ? MISSING : `${wave} 次`),
              },
            ]
          : []),
        {
          key: 'open',
          header: '操作',
          isHeaderHidden: true,
          phone: 'action',
          width: '3.5rem',
          render: ({ id, buildingName, source, alarmTime }) => (
            <AlarmRowLink id={id}>{`查看火警 ${buildingName ?? source ?? '未知来源'} ${alarmTime}`}</AlarmRowLink>
          ),
        },
      ]}
    />
  )
}

const placeOf = (row: StatisticsRow) => [
  row.kind === 'electrical' && '电气火灾报警',
  [row.floor, row.zone].filter(Boolean).join(' '),
  alarmDevice(row),
]

const causeOf = ({ cause }: StatisticsRow) => cause !== NO_CAUSE && cause

const spent = (seconds: number | null, by: string | null) =>
  seconds === null && !by ? (
    MISSING
  ) : (
    <span>
      {seconds !== null && <span className="mr-2">{durationText(seconds)}</span>}
      {by && <span className="inline-block text-ink-soft">{by}</span>}
    </span>
  )
