import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import type { StatisticsRow } from '#contract/alarm-statistics.ts'
import { NO_CAUSE } from '#contract/alarm.rules.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { exportStatistics } from '#app/data/alarm-statistics.ts'
import { formatTime, MISSING } from '#app/lib/format.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ShelfMark } from '#app/parts/shelf-mark.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { LIST_ID } from './pick-link.tsx'
import { listOfPicked, pickedFilter } from './statistics-queries.ts'
import { type AlarmStatisticsSearch, unpicked } from './statistics-search.ts'
import { durationText, PICK_WORDS } from './statistics-words.ts'

interface PickedAlarmsProps {
  readonly search: AlarmStatisticsSearch
  onChange(search: AlarmStatisticsSearch): void
}

export function PickedAlarms({ search, onChange }: PickedAlarmsProps) {
  const alarms = useQuery({ ...listOfPicked(search), placeholderData: keepPreviousData })
  const { pick = 'all', cause, point, since } = search
  const isPicked = pick !== 'all' || point !== undefined || since !== undefined
  const words = [PICK_WORDS[pick], cause, point && '所选设备', since && `${since.slice(0, 16)} 起`].filter(Boolean)
  const table = (rows: readonly StatisticsRow[] | undefined) => (
    <AlarmRows rows={rows} busy={alarms.isPlaceholderData} />
  )
  return (
    <div id={LIST_ID} className="mt-3 scroll-mt-16">
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
  return (
    <DataTable
      caption="火警明细"
      minWidth="62rem"
      rows={rows}
      rowKey={({ id }) => id}
      expected={10}
      busy={busy}
      empty={<Empty title="没有符合条件的火警" hint="可放宽统计时间" />}
      columns={[
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          render: (row) => (
            <span className="min-w-0 break-words">
              {row.buildingName ?? row.source ?? '未知来源'}
              <Dotted
                className="text-xs font-normal text-ink-soft"
                of={[row.kind === 'electrical' && '电气火灾报警', row.floor, row.zone, row.deviceName ?? row.deviceNo]}
              />
            </span>
          ),
        },
        {
          key: 'time',
          header: '报警时间',
          nowrap: true,
          width: '10.5rem',
          render: ({ alarmTime }) => formatTime(alarmTime),
        },
        {
          key: 'result',
          header: '结果',
          tablet: 'main',
          width: '10rem',
          render: (row) => (
            <span className="flex flex-wrap items-center gap-1">
              {row.verdict === null ? (
                <Badge tone={alarmProgress.tone(row.state)}>{alarmProgress.label(row.state)}</Badge>
              ) : (
                <Badge tone={fireHandling.tone(row.verdict)}>{fireHandling.label(row.verdict)}</Badge>
              )}
              <ShelfMark of={row} />
              {row.cause && (
                <span className="text-xs text-ink-soft">{row.cause === NO_CAUSE ? `原因${NO_CAUSE}` : row.cause}</span>
              )}
            </span>
          ),
        },
        { key: 'wave', header: '通知', phone: 'half', nowrap: true, width: '5rem', render: ({ wave }) => `${wave} 次` },
        {
          key: 'ack',
          header: '响应用时',
          phone: 'half',
          nowrap: true,
          width: '8rem',
          render: (row) => spent(row.ackSeconds, row.ackBy),
        },
        {
          key: 'judge',
          header: '确认用时',
          phone: 'half',
          nowrap: true,
          width: '8rem',
          render: (row) => spent(row.judgeSeconds, row.judgeBy),
        },
        {
          key: 'open',
          header: '操作',
          phone: 'action',
          width: '5rem',
          render: (row) => (
            <Link
              to="/alarms"
              search={{ id: row.id }}
              aria-label={`查看 ${row.buildingName ?? row.source ?? '未知来源'} ${row.alarmTime}`}
              className={buttonClass({ kind: 'quiet', size: 'small' })}
            >
              查看
            </Link>
          ),
        },
      ]}
    />
  )
}

const spent = (seconds: number | null, by: string | null) =>
  seconds === null && !by ? (
    MISSING
  ) : (
    <span>
      {seconds === null ? '不计时' : durationText(seconds)}
      {by && <span className="ml-2 text-xs text-ink-soft xl:ml-0 xl:block">{by}</span>}
    </span>
  )
