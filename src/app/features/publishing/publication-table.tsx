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
import { formatDay, formatNumber, formatTime, orMissing, shortTime } from '#app/lib/format.ts'
import { DESK, TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { PinnedMark } from '#app/parts/pinned-mark.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge, type BadgeProps } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'

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
  const isWide = useMedia(WIDE)
  const isDesk = useMedia(DESK)
  const isTablet = useMedia(TABLET)
  const isSent = isNotification(kind)
  const isPinned = (row: Publication) => isDocument(kind) && row.sequence > 0
  const timeOf = ({ modifyTime }: Publication) => (isSent ? shortTime(modifyTime, now) : formatDay(modifyTime))
  const columns: Column<Publication>[] = [
    {
      key: 'title',
      header: '标题',
      phone: 'title',
      ...(!isWide && { width: '24rem' }),
      render: (row) => (
        <span className={cx('flex max-w-[44rem] items-baseline', !isPinned(row) && 'font-normal')}>
          {isDesk && row.state !== PUBLISHED && <State of={row.state} className="mr-1.5" />}
          {isPinned(row) && <PinnedMark sequence={row.sequence} />}
          {isDesk ? (
            <button
              type="button"
              title="预览"
              className="text-left hover:text-link hover:underline touch:-my-3 touch:min-h-control"
              onClick={() => onAct('preview', row)}
            >
              {row.title}
            </button>
          ) : (
            <span>{row.title}</span>
          )}
        </span>
      ),
    },
    ...(isQuestion(kind) ? [SEQUENCE] : []),
    {
      key: 'time',
      header: isSent ? '更新时间' : '更新日期',
      tablet: 'main',
      nowrap: true,
      width: isWide ? '7rem' : '6.25rem',
      render: (row) => (
        <span title={formatTime(row.modifyTime)} className="block font-figure">
          {timeOf(row)}
        </span>
      ),
    },
    ...(isDocument(kind) || isSent ? [readsOf(kind)] : []),
    ...(rows?.some(({ authorName }) => authorName) ? [AUTHOR] : []),
    {
      key: 'acts',
      header: '操作',
      phone: isTablet ? 'action' : 'menu',
      align: 'end',
      stuck: true,
      width: isTablet ? '5.75rem' : '8.5rem',
      render: (row) => <Acts of={row} onAct={onAct} />,
    },
  ]
  return (
    <WideTable
      caption="发布内容列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="66rem"
      facts={(row) => [
        row.state !== PUBLISHED && <State key="state" of={row.state} look="plain" />,
        timeOf(row),
        isDocument(kind) && `阅读 ${formatNumber(row.readNum)}`,
        row.authorName,
      ]}
      columns={columns}
    />
  )
}

export const PUBLISHED = 1
const FIRST: readonly Act[] = ['publish', 'edit']

function Acts({ of: row, onAct }: { of: Publication; onAct: PublicationTableProps['onAct'] }) {
  const acts = ACTS.filter(([act]) => act === 'preview' || PUBLISHING_RULES[act].when(row)).map(([key, label]) => ({
    key,
    label,
    danger: key === 'remove',
    onSelect: () => onAct(key, row),
  }))
  const first = acts.filter(({ key }) => FIRST.includes(key))
  const actions = first.length > 0 ? first : acts.slice(0, 1)
  return (
    <RowActions name={row.title} isFirstAlways actions={actions} rare={acts.filter((one) => !actions.includes(one))} />
  )
}

function State({ of, ...look }: { of: number } & Pick<BadgeProps, 'look' | 'className'>) {
  return (
    <Badge tone={publicationState.tone(of)} {...look}>
      {publicationState.label(of)}
    </Badge>
  )
}

const SEQUENCE: Column<Publication> = {
  key: 'sequence',
  header: '次序',
  nowrap: true,
  render: ({ sequence }) => formatNumber(sequence),
}

const AUTHOR: Column<Publication> = {
  key: 'author',
  header: '编辑人',
  phone: 'desk',
  width: '9rem',
  render: (row) => orMissing(row.authorName),
}

const readsOf = (kind: number): Column<Publication> => ({
  key: 'reads',
  header: isNotification(kind) ? '已读 / 接收' : '阅读',
  tablet: 'main',
  align: 'end',
  nowrap: true,
  width: isNotification(kind) ? '5rem' : '1.75rem',
  render: ({ readNum, receiverNum }) => (
    <span className="font-figure md:inline-block md:min-w-[1.5rem] md:text-right xl:min-w-[2.25rem]">
      {isNotification(kind) ? `${formatNumber(readNum)} / ${formatNumber(receiverNum)}` : formatNumber(readNum)}
    </span>
  ),
})
