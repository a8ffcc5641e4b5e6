import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readState } from '#contract/dict/read-state.ts'
import { MESSAGE_PAGE_SIZES, type MessageHead } from '#contract/message.ts'
import { messageQuery, readMessages } from '#app/data/message.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useUnreadCount } from '#app/parts/unread-count.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { BellIcon } from '#app/ui/place-icons.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import type { ListView } from './list-view.ts'
import { MessageTable } from './message-table.tsx'

const FILTERS = [
  { value: '', label: '全部' },
  { value: 0, label: readState.label(0) },
  { value: 1, label: readState.label(1) },
] as const

function emptyTitle({ search, readState: chosen }: ListView): string {
  if (search !== '') return '没有符合条件的消息'
  return chosen === 0 ? '没有未读消息' : '没有消息'
}

interface MessageListProps {
  readonly view: ListView
  onView(view: ListView): void
  onOpen(id: string): void
  /** A notification's own page opens. */
  onLeave?(): void
}

export function MessageList({ view, onView, onOpen, onLeave }: MessageListProps) {
  const client = useQueryClient()
  const page = useQuery({ ...messageQuery.list(view), placeholderData: keepPreviousData })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const rows = page.data?.list.map(({ id }) => id) ?? []
  const chosen = ticked.filter((id) => rows.includes(id))
  const [isAsked, setAsked] = useState(false)
  const isChoosing = isAsked || chosen.length > 0
  const table = {
    chosen,
    isChoosing,
    isPage: onLeave === undefined,
    onChoose: setTicked,
    onOpen,
    onFollow: follow,
  }
  /** Following its link reads a notification. */
  function follow({ id, readState: state }: MessageHead) {
    if (state === 0) void readMessages(client, [id]).catch(() => undefined)
    onLeave?.()
  }
  const unread = useUnreadCount() ?? 0
  return (
    <div className="flex min-h-[inherit] flex-col">
      <div className="mb-2 flex flex-wrap items-center gap-2 max-md:gap-x-1 md:mb-3">
        <Segmented
          key={String(unread > 0)}
          className={cx(
            '[&>label:nth-of-type(2)]:min-w-[4rem] [&>label]:px-1.5 md:[&>label:nth-of-type(2)]:min-w-[4.75rem] md:[&>label]:px-3 mouse:[&>label]:min-h-control',
            isChoosing && 'max-md:hidden',
          )}
          label="阅读状态"
          options={FILTERS.map(({ value, label }) => ({
            value,
            label: value === 0 && unread > 0 ? `${label} ${unread}` : label,
          }))}
          value={view.readState}
          onChange={(chosen) => onView({ ...view, readState: chosen, currentPage: 1 })}
        />
        <SearchBox
          className={cx('min-w-0 flex-1 basis-24 md:max-w-sm', isChoosing && 'max-xl:hidden')}
          label="搜索标题"
          initial={view.search}
          onSearch={(search) => onView({ ...view, search, currentPage: 1 })}
        />
        <ChosenBar rows={rows} chosen={chosen} isChoosing={isChoosing} onChoose={setTicked} onChoosing={setAsked} />
      </div>
      <div className="-mx-4 flex flex-1 flex-col border-t border-line">
        <QueryResult of={page} waiting={<MessageTable rows={undefined} {...table} />}>
          {({ list }) => (
            <MessageTable
              rows={list}
              busy={page.isPlaceholderData}
              {...table}
              empty={
                <Empty icon={<BellIcon />} title={emptyTitle(view)} hint="设施问题、审批结果和平台通知会列在这里" />
              }
            />
          )}
        </QueryResult>
      </div>
      <div key={page.data ? 'list' : 'waiting'} className="-mx-4 -mb-4">
        <ListFooter
          of={page}
          page={view.currentPage}
          pageSize={view.pageSize}
          sizes={MESSAGE_PAGE_SIZES}
          onChange={(currentPage, pageSize) => onView({ ...view, currentPage, pageSize })}
        />
      </div>
    </div>
  )
}
