import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, count, id, idInput, maybeText, nothing, page, paged, search } from './fields.ts'

/** Rows a page of notifications may have. Source: document 1, section 9. */
export const MESSAGE_PAGE_SIZES = [10, 20, 30, 50] as const

const head = v.object({ id, title: v.string(), readState: v.number(), sendTime: v.string(), readTime: maybeText })

export const message = group('message', {
  unreadCount: {
    method: 'GET',
    path: '/api/message/receiver/unreadNum',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.object({ unreadNum: count }),
    summary: "How many of the caller's notifications are unread.",
  },
  list: {
    method: 'GET',
    path: '/api/message/receiver/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...page(),
      readState: v.optional(
        v.union([
          v.pipe(
            v.literal(''),
            v.transform((): undefined => undefined),
          ),
          code([0, 1]),
        ]),
      ),
      search,
    }),
    output: paged(head),
    summary:
      "The caller's notifications, newest first; readState 0 unread, 1 read, empty both; search is in the title.",
  },
  detail: {
    method: 'GET',
    path: '/api/message/receiver/detail',
    encoding: 'query',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ messageDetailId: idInput }),
    output: v.object({ title: v.string(), sendTime: v.string(), readTime: maybeText, messageHtml: v.string() }),
    errors: [404],
    summary: 'A notification, which counts as read from then on. messageHtml is safe to show.',
  },
  delete: {
    method: 'POST',
    path: '/api/message/deleteSingle',
    encoding: 'form',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ messageId: idInput }),
    output: v.fallback(nothing, null),
    errors: [404],
    success: '删除成功',
    summary: "Takes a notification out of the caller's box.",
  },
})

export type MessageHead = OutputOf<typeof message.list>['list'][number]
export type MessageDetail = OutputOf<typeof message.detail>
