import type { ReactNode } from 'react'
import { publicationState } from '#contract/dict/publication.ts'
import {
  isDocument,
  isNotification,
  isQuestion,
  PUBLISHING_RULES,
  type PublishingAct,
} from '#contract/publishing.rules.ts'
import type { Publication } from '#contract/publishing.ts'
import { formatNumber, formatTime, orMissing, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type Act = PublishingAct | 'preview'

interface PublicationTableProps {
  readonly kind: number
  readonly rows: readonly Publication[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onAct(act: Act, row: Publication): void
}

const ACTS: readonly (readonly [Act, string])[] = [
  ['preview', '预览'],
  ['publish', '发布'],
  ['edit', '编辑'],
  ['withdraw', '撤回'],
  ['pin', '排序'],
  ['remove', '删除'],
]

export function PublicationTable({ kind, rows, expected, busy = false, empty, onAct }: PublicationTableProps) {
  const now = useNow()
  const columns: Column<Publication>[] = [
    { key: 'title', header: '标题', phone: 'title', width: '24rem', render: (row) => row.title },
    {
      key: 'state',
      header: '状态',
      phone: 'state',
      nowrap: true,
      render: ({ state }) => <Badge tone={publicationState.tone(state)}>{publicationState.label(state)}</Badge>,
    },
    ...(isDocument(kind) || isQuestion(kind) ? [sequenceOf(kind)] : []),
    ...(isDocument(kind) || isNotification(kind) ? [readsOf(kind)] : []),
    {
      key: 'time',
      header: '更新时间',
      nowrap: true,
      width: '11rem',
      render: (row) => formatTime(row.modifyTime),
    },
    { key: 'author', header: '编辑人', phone: 'desk', width: '9rem', render: (row) => orMissing(row.authorName) },
    {
      key: 'acts',
      header: '操作',
      phone: 'menu',
      stuck: true,
      width: '12rem',
      render: (row) => (
        <RowActions
          name={row.title}
          actions={ACTS.filter(([act]) => act === 'preview' || PUBLISHING_RULES[act].when(row)).map(([key, label]) => ({
            key,
            label,
            onSelect: () => onAct(key, row),
          }))}
        />
      ),
    },
  ]
  return (
    <DataTable
      caption="发布内容列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="66rem"
      facts={(row) => [shortTime(row.modifyTime, now), row.authorName]}
      columns={columns}
    />
  )
}

const sequenceOf = (kind: number): Column<Publication> => ({
  key: 'sequence',
  header: isQuestion(kind) ? '次序' : '置顶',
  align: 'end',
  nowrap: true,
  render: ({ sequence }) => (isQuestion(kind) || sequence > 0 ? formatNumber(sequence) : '--'),
})

const readsOf = (kind: number): Column<Publication> => ({
  key: 'reads',
  header: isNotification(kind) ? '已读 / 接收' : '阅读量',
  align: 'end',
  nowrap: true,
  render: ({ readNum, receiverNum }) =>
    isNotification(kind) ? `${formatNumber(readNum)} / ${formatNumber(receiverNum)}` : formatNumber(readNum),
})
