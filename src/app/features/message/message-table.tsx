import type { ReactNode } from 'react'
import { readState } from '#contract/dict/read-state.ts'
import type { MessageHead } from '#contract/message.ts'
import { formatTime, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
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
      className="min-w-control justify-center xl:min-w-0"
      checked={chosen.includes(row.id)}
      onChange={({ target }) => onChoose(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))}
    >
      <span className="sr-only">选择 {row.title}</span>
    </Checkbox>
  )
  const state = (row: MessageHead) => (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        row.readState === 0 ? 'font-medium text-link' : 'text-ink-soft',
      )}
    >
      {row.readState === 0 && <span className="h-2 w-2 rounded-full bg-link" />}
      {readState.label(row.readState)}
    </span>
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
        ...(isDesk
          ? [
              {
                key: 'choice',
                header: '选择',
                tablet: 'lead' as const,
                phone: 'desk' as const,
                nowrap: true,
                width: '3.75rem',
                render: choice,
              },
            ]
          : []),
        {
          key: 'index',
          header: '序号',
          tablet: 'lead',
          align: 'end',
          phone: 'desk',
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
              {!isDesk && choice(row)}
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
          render: state,
        },
        {
          key: 'sent',
          header: '发送时间',
          phone: 'line',
          nowrap: true,
          width: isWide ? '11rem' : '8.5rem',
          render: (row) => (
            <span className="flex gap-3 max-md:pl-11">
              {isWide ? formatTime(row.sendTime) : shortTime(row.sendTime, now)}
              <span className="md:hidden">{state(row)}</span>
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
