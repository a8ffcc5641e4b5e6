import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AUDIT_PAGE_SIZE, type AuditRow } from '#contract/audit-log.ts'
import { auditQuery } from '#app/data/audit-log.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, filterOf } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { foldSignIns } from './fold-sign-ins.ts'

const route = getRouteApi('/_shell/auditLog')

export function AuditScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const log = useInfiniteQuery({ ...auditQuery(filterOf(search)), placeholderData: keepPreviousData })
  const [open, setOpen] = useState<AuditRow>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isFolded = search.kind === undefined && search.action === undefined
  const toggle = (id: string) =>
    setOpened(new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id]))
  const change = (some: Partial<AuditSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const table = {
    expected: AUDIT_PAGE_SIZE,
    onObject: (object: string) => change({ object }),
    onAccount: (account: string) => change({ account }),
    onOpen: setOpen,
    opened,
    onRun: toggle,
  }
  return (
    <section className="page-list flex flex-col rounded-md border border-line bg-panel">
      <AuditFilters search={search} onChange={change} />
      <QueryResult of={log} waiting={<AuditTable {...table} rows={undefined} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ list }) => list)
          return (
            <AuditTable
              {...table}
              rows={isFolded ? foldSignIns(rows, opened) : rows}
              busy={log.isPlaceholderData}
              empty={<Empty title="没有符合条件的操作记录" hint="请减少或清除筛选条件" />}
            />
          )
        }}
      </QueryResult>
      {/* A kept footer shifts if fewer rows arrive. */}
      <footer
        key={log.data ? 'list' : 'waiting'}
        className="flex min-h-control flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2"
      >
        {log.hasNextPage ? (
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            更早的记录
          </Button>
        ) : (
          <span className="text-sm text-ink-soft">{log.data ? '已显示全部记录' : ''}</span>
        )}
        {log.isFetchNextPageError && (
          <span role="alert" className="text-sm text-danger-ink">
            {failureWords(log.error, '未取得更早的记录，请重试')}
          </span>
        )}
        <DataTime of={log} />
      </footer>
      {open && <ChangeDialog row={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
