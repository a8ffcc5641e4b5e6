import type { ReactNode } from 'react'
import { readState } from '#contract/dict/read-state.ts'
import type { MessageHead } from '#contract/message.ts'
import { formatTime, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { DataTable } from '#app/ui/table.tsx'
import { ThingLink } from './thing-link.tsx'

interface MessageTableProps {
  readonly rows: readonly MessageHead[] | undefined
  readonly firstIndex: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  readonly chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
  onOpen(id: string): void
  onFollow(row: MessageHead): void
}

export function MessageTable({
  rows,
  firstIndex,
  busy = false,
  empty,
  chosen,
  onChoose,
  onOpen,
  onFollow,
}: MessageTableProps) {
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const now = useNow()
  const choice = (row: MessageHead) => (
    <Checkbox
      className="min-w-control xl:min-w-0"
      checked={chosen.includes(row.id)}
      onChange={({ target }) => onChoose(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))}
    >
      <span className="sr-only">选择 {row.title}</span>
    </Checkbox>
  )
  return (
    <DataTable
      fill
      minWidth="56rem"
      caption="消息列表"
      rows={rows}
      rowKey={(row) => row.id}
      expected={10}
      busy={busy}
      empty={empty}
      onRow={({ id }) => onOpen(id)}
      columns={[
        ...(isWide ? [{ key: 'choice', header: '选择', phone: 'desk' as const, width: '3.5rem', render: choice }] : []),
        {
          key: 'index',
          header: '序号',
          align: 'end',
          phone: 'desk',
          tablet: 'tall',
          nowrap: true,
          width: '3.5rem',
          render: (_, position) => firstIndex + position,
        },
        {
          key: 'title',
          header: '标题',
          phone: 'title',
          render: (row) => (
            <span className="flex items-start md:items-center">
              {!isWide && choice(row)}
              <button
                type="button"
                onClick={() => onOpen(row.id)}
                className={cx(
                  'min-h-control-sm min-w-0 flex-1 py-1 text-left hover:text-link hover:underline',
                  row.title.startsWith('【') && '[text-indent:-0.5em]',
                  row.readState === 0 ? 'font-semibold text-ink' : 'font-normal text-ink-soft',
                )}
              >
                {row.title}
              </button>
            </span>
          ),
        },
        {
          key: 'state',
          header: '状态',
          phone: 'desk',
          width: '5.5rem',
          render: (row) => (
            <Badge tone={readState.tone(row.readState)} look="plain">
              {readState.label(row.readState)}
            </Badge>
          ),
        },
        {
          key: 'sent',
          header: '发送时间',
          phone: 'line',
          nowrap: true,
          width: '11rem',
          render: (row) => (
            <span className="flex gap-3 max-md:pl-11">
              {isDesk ? formatTime(row.sendTime) : shortTime(row.sendTime, now)}
              <Badge className="md:hidden" tone={readState.tone(row.readState)} look="plain">
                {readState.label(row.readState)}
              </Badge>
            </span>
          ),
        },
        {
          key: 'thing',
          header: '相关',
          phone: 'action',
          width: '7rem',
          render: (row) => <ThingLink kind="quiet" size="small" path={row.path} onFollow={() => onFollow(row)} />,
        },
      ]}
    />
  )
}
