import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { publicationKind, publicationState } from '#contract/dict/publication.ts'
import { PUBLICATION_PAGE_SIZES } from '#contract/page-sizes.ts'
import { KINDS } from '#contract/publication-kinds.ts'
import { isDocument, isNotification } from '#contract/publishing.rules.ts'
import type { Preview, Publication } from '#contract/publishing.ts'
import { previewPublication, publishingQuery, publishItem, removeDraft, withdrawItem } from '#app/data/publishing.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { cx } from '#app/ui/cx.ts'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { PinDialog } from './pin-dialog.tsx'
import { type Act, PublicationTable, PUBLISHED } from './publication-table.tsx'
import { FIRST_SIZE, listOf } from './publishing-queries.ts'
import type { PublishingSearch } from './publishing-search.ts'
import { inputOf, writtenOf } from './written.ts'

const EditorDialog = onDemand(() => import('./editor-dialog.tsx').then((module) => module.EditorDialog))
const SeenDialog = onDemand(() => import('./seen-dialog.tsx').then((module) => module.SeenDialog))

const route = getRouteApi('/_shell/publishing')
const TABS = KINDS.map((kind) => ({ value: kind, label: publicationKind.label(kind) }))
const shortOf = (label: string) => label.replace('常见问题', '问答').replace(/技术|法律|通知/, '')
const STATES = [{ value: '', label: '全部状态' }, ...publicationState.options]

export function PublishingScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { kind = 0, page = 1, size = FIRST_SIZE } = search
  const items = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const [editing, setEditing] = useState<{ open: boolean; id: string | undefined }>({ open: false, id: undefined })
  const [pinning, setPinning] = useState<Publication>()
  const [seen, setSeen] = useState<Preview>()
  const isDesk = useMedia(DESK)
  const change = (some: Partial<PublishingSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })

  async function look(row: Publication) {
    const read = async () =>
      previewPublication(
        inputOf(kind, writtenOf(await client.fetchQuery(publishingQuery.detail({ kind, id: row.id })))),
      )
    if (isDocument(kind)) await openWhenReady(async () => (await read()).url)
    else setSeen(await read())
  }
  async function settle(act: 'publish' | 'withdraw' | 'remove', row: Publication) {
    const { id, version, title } = row
    const isSent = isNotification(kind)
    const yes = { publish: isSent ? '发送' : '发布', withdraw: '撤回', remove: '删除' }[act]
    const question = `是否${yes}${act === 'remove' ? '草稿' : ''}“${title}”？`
    const detail = {
      publish: isSent ? '发送后接收对象立即收到，可以撤回，不能修改。' : '发布后公众立即可见。',
      withdraw: isSent ? '撤回后从所有收件箱消失。' : '撤回后公众不再看到。',
      remove: '删除后不能恢复。',
    }[act]
    const isSure =
      act === 'publish'
        ? await confirm({ question, detail, yes })
        : await confirm({ question, detail, yes, danger: true })
    if (!isSure) return
    const done = await { publish: publishItem, withdraw: withdrawItem, remove: removeDraft }[act](client, {
      kind,
      id,
      version,
    })
    const receivers = done && 'receiverNum' in done ? done.receiverNum : null
    toast.success(receivers === null ? `已${yes}“${title}”` : `已发送给 ${receivers} 个账号`)
  }
  async function onAct(act: Act, row: Publication) {
    try {
      if (act === 'edit') setEditing({ open: true, id: row.id })
      else if (act === 'pin') setPinning(row)
      else if (act === 'preview') await look(row)
      else await settle(act, row)
    } catch (error) {
      toast.error(failureWords(error, '操作未完成，请重试'))
    }
  }

  const choose = (next: (typeof KINDS)[number]) =>
    change({ kind: next, page: undefined, state: undefined, search: undefined })
  const tabs = (
    <ChipStrip label="栏目" className="!gap-x-0 max-md:!pr-4 md:!gap-x-5">
      {TABS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === kind}
          aria-label={label}
          onClick={() => choose(value)}
          className={cx(
            'min-h-[3rem] whitespace-nowrap text-base max-md:flex-1 -outline-offset-2',
            value === kind
              ? 'font-medium text-link shadow-[inset_0_-2px_0_rgb(var(--link))]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          {isDesk ? label : shortOf(label)}
        </button>
      ))}
    </ChipStrip>
  )
  const searchBox = (
    <SearchBox
      key={kind}
      className="xl:w-60"
      label="搜索标题"
      initial={search.search}
      onSearch={(said) => change({ search: said || undefined, page: undefined })}
    />
  )
  const table = {
    kind,
    expected: size,
    onAct: (act: Act, row: Publication) => void onAct(act, row),
  }
  return (
    <section className="page-list flex flex-col rounded-md border border-line bg-panel">
      <div className="border-b border-line">{tabs}</div>
      <FilterBar
        first={searchBox}
        used={[search.state]}
        add={{
          label: `新增${publicationKind.label(kind)}`,
          onAdd: () => setEditing({ open: true, id: undefined }),
        }}
      >
        <Select
          aria-label="状态"
          className="lg:w-32"
          options={STATES}
          value={search.state === undefined ? '' : String(search.state)}
          onChange={({ target }) =>
            change({ state: target.value === '' ? undefined : (Number(target.value) as 0 | 1 | 2), page: undefined })
          }
        />
      </FilterBar>
      <QueryResult of={items} waiting={<PublicationTable {...table} rows={undefined} />}>
        {(shown) => (
          <PublicationTable
            {...table}
            rows={rowsOfPage(shown)}
            busy={items.isPlaceholderData}
            empty={<Empty title="暂无内容" hint={`点击“新增${publicationKind.label(kind)}”开始编写，或清除筛选条件`} />}
          />
        )}
      </QueryResult>
      <ListFooter
        of={items}
        page={page}
        pageSize={size}
        sizes={PUBLICATION_PAGE_SIZES}
        note={
          items.data?.list.length && items.data.list.every(({ state }) => state === PUBLISHED)
            ? '本页均已发布'
            : undefined
        }
        onChange={(next, nextSize) => change({ page: next, size: nextSize })}
      />
      <EditorDialog {...editing} kind={kind} onClose={() => setEditing({ open: false, id: undefined })} />
      {pinning && <PinDialog kind={kind} row={pinning} onDone={() => setPinning(undefined)} />}
      <SeenDialog open={seen !== undefined} kind={kind} seen={seen} onClose={() => setSeen(undefined)} />
    </section>
  )
}
