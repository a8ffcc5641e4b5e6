import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { alarmName, waitingActs } from '#app/data/alarm-acts.ts'
import { ago, formatTime, orMissing } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { DataTable } from '#app/ui/table.tsx'
import { kindWord, placeOf, sizeWord, stateWord } from './alarm-words.ts'

interface AlarmTableProps {
  readonly rows: readonly AlarmRow[] | undefined
  readonly expected: number
  readonly busy: boolean
  readonly empty: ReactNode
  /** Ids of the rows that can be ticked, and of those that are. */
  readonly choosable: readonly string[]
  readonly chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
  onOpen(id: string): void
}

/** A page of alarms: building and place, state, since when, by whom. */
export function AlarmTable({ rows, expected, busy, empty, choosable, chosen, onChoose, onOpen }: AlarmTableProps) {
  const writes = useWaitingWrites()
  const now = useNow()
  const tick = (id: string, isTicked: boolean) =>
    onChoose(isTicked ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <DataTable
      caption="火警列表"
      minWidth="52rem"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      onRow={({ id }) => onOpen(id)}
      columns={[
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          render: (row) => (
            <span className="flex items-center gap-1 md:min-w-[12rem]">
              {choosable.includes(row.id) ? (
                <Checkbox
                  className="-ml-2 min-w-control shrink-0 justify-center md:-ml-1 md:min-h-control-sm md:min-w-[2rem]"
                  checked={chosen.includes(row.id)}
                  onChange={({ target }) => tick(row.id, target.checked)}
                >
                  <span className="sr-only">选择 {alarmName(row)}</span>
                </Checkbox>
              ) : (
                <span className="hidden shrink-0 md:-ml-1 md:block md:w-8" />
              )}
              <span className="min-w-0">
                <span className={cx('block break-words', row.isOpen ? 'font-semibold' : 'font-normal')}>
                  {row.buildingName ?? row.source ?? '未知来源'}
                </span>
                <span className="block text-xs font-normal text-ink-soft">
                  {row.kind === 'electrical' && `${kindWord(row)} · `}
                  {[placeOf(row), row.deviceName ?? row.deviceNo].filter(Boolean).join(' · ')}
                </span>
              </span>
            </span>
          ),
        },
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          width: '9rem',
          render: (row) => {
            const { text, tone } = stateWord(row, waitingActs(writes, row.id))
            return <Badge tone={tone}>{text}</Badge>
          },
        },
        {
          key: 'time',
          header: '报警时间',
          nowrap: true,
          width: '11rem',
          render: (row) => (
            <span>
              {formatTime(row.alarmTime)}
              {row.isOpen && <span className="block text-xs text-ink-soft">{ago(row.alarmTime, now)}</span>}
            </span>
          ),
        },
        { key: 'size', header: '范围', nowrap: true, width: '9rem', render: sizeWord },
        {
          key: 'who',
          header: '处置人',
          width: '9rem',
          render: (row) => (
            <span>
              {orMissing(row.judgeBy ?? row.ackBy)}
              {(row.judgeTime ?? row.ackTime) && (
                <span className="block text-xs text-ink-soft">{formatTime(row.judgeTime ?? row.ackTime)}</span>
              )}
            </span>
          ),
        },
        {
          key: 'open',
          header: '操作',
          phone: 'action',
          width: '4.5rem',
          render: (row) => (
            <Button
              kind="quiet"
              size="small"
              aria-label={`${row.verdict === null ? '处置' : '查看'} ${alarmName(row)}`}
              onClick={() => onOpen(row.id)}
            >
              {row.verdict === null ? '处置' : '查看'}
            </Button>
          ),
        },
      ]}
    />
  )
}
