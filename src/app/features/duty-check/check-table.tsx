import type { ReactNode } from 'react'
import { checkState, transmitterCheck } from '#contract/dict/check-state.ts'
import { ANSWER_MINUTES, type DutyCheck, LATE_ANSWER_MS } from '#contract/duty-check.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatTime, orMissing, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { EyeIcon } from '#app/ui/icon.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { tookWords } from './took-words.ts'

const minutes = (count: number) => <span className="whitespace-nowrap">{count} 分钟</span>
const LATE = <>超过时限记为“未应答”，此后 {minutes(LATE_ANSWER_MS / 60_000)}内仍可应答，记为“超时应答”。</>
export const OF_UNIT = [
  ['何时查岗', '消防救援机构可以随时查岗，也可以定时查岗，时刻随机，事先不通知。'],
  ['如何应答', <>在推送、短信或本平台页面上点击“在岗”。时限由查岗机构设定，一般为 {minutes(ANSWER_MINUTES)}。</>],
  ['未及时应答', LATE],
] as const
const OF_DESK = [
  ['通知何人', '推送给建筑的值班联系人，并发短信给第一位；已登录的页面同时弹出。'],
  ['定时查岗', '选择建筑和间隔，每个间隔内随机时刻查岗一次。'],
  ['未及时应答', LATE],
] as const

interface CheckTableProps {
  readonly rows: readonly DutyCheck[] | undefined
  readonly busy: boolean
  readonly isFiltered: boolean
  /** Without records. */
  readonly next: ReactNode
  readonly onAnswer: ((row: DutyCheck) => void) | undefined
}

export function CheckTable({ rows, busy, isFiltered, next, onAnswer }: CheckTableProps) {
  const now = useNow()
  const mayAnswer = ({ state, dueTime }: DutyCheck) =>
    state === 'waiting' || (state === 'missed' && fromWireTime(dueTime).getTime() + LATE_ANSWER_MS > now.getTime())
  const columns: readonly Column<DutyCheck>[] = [
    { key: 'building', header: '建筑', phone: 'title', render: ({ buildingName }) => buildingName },
    onAnswer
      ? { key: 'asker', header: '查岗机构', render: ({ askedBy }) => askedBy }
      : { key: 'units', header: '单位', render: ({ unitNames }) => orMissing(unitNames) },
    { key: 'time', header: '查岗时间', nowrap: true, render: ({ askTime }) => formatTime(askTime) },
    { key: 'state', header: '结果', phone: 'state', render: (row) => <Result of={row} /> },
    { key: 'took', header: '应答用时', phone: 'half', align: 'end', render: ({ seconds }) => tookWords(seconds) },
    { key: 'by', header: '应答人', render: ({ answeredBy }) => orMissing(answeredBy) },
    ...(onAnswer
      ? [
          {
            key: 'answer',
            header: '操作',
            phone: 'action' as const,
            render: (row: DutyCheck) =>
              mayAnswer(row) && (
                <Button size="small" kind="primary" onClick={() => onAnswer(row)}>
                  在岗
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <DataTable
      caption="查岗结果"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      facts={(row) => [shortTime(row.askTime, now), onAnswer ? row.askedBy : row.unitNames]}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的查岗" hint="请减少或清除筛选条件" />
        ) : (
          <>
            <Callout icon={<EyeIcon />} title="暂无查岗记录" action={next} hint="点击“查岗”询问建筑是否有人在岗" />
            <div className="border-t border-line">
              <Facts of={OF_DESK} />
            </div>
          </>
        )
      }
    />
  )
}

function Result({ of: { state, recipients, isReached, dueTime, transmitter } }: { of: DutyCheck }) {
  const isOpen = state === 'waiting' || state === 'missed'
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge look="plain" tone={checkState.tone(state)}>
        {checkState.label(state)}
      </Badge>
      {state === 'waiting' && <span className="text-xs text-ink-soft">{dueTime.slice(11, 16)} 前</span>}
      {isOpen && (recipients === 0 || (state === 'missed' && !isReached)) && (
        <span className="text-xs text-danger-ink">{recipients === 0 ? '没有值班联系人' : '通知未送达'}</span>
      )}
      {transmitter !== null && (
        <span
          className={
            transmitterCheck.tone(transmitter) === 'danger' ? 'text-xs text-danger-ink' : 'text-xs text-ink-soft'
          }
        >
          {transmitterCheck.label(transmitter)}
        </span>
      )}
    </span>
  )
}
