import { infiniteQueryOptions } from '@tanstack/react-query'
import { auditLog } from '#contract/audit-log.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { addressOf, send } from '#app/session/send.ts'
import { sendRead } from './call-batch.ts'

const PAGE_SIZE = 50

type Filter = InputOf<typeof auditLog.export>
type Page = OutputOf<typeof auditLog.list>

/** Never persisted. */
export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions<Page, Error, { pages: Page[] }, readonly [string, Filter], string>({
    queryKey: [auditLog.list.id, filter],
    queryFn: ({ pageParam, signal }) =>
      sendRead(auditLog.list, { ...filter, cursor: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { keep: false },
  })

export const exportAudit = async (filter: Filter) => addressOf(await send(auditLog.export, filter))
