import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, count, id, idInput, maybeText, nothing, page, paged, search } from './fields.ts'

/** Source: document 1, section 9. */
export const MESSAGE_PAGE_SIZES = [10, 20, 30, 50] as const

const head = v.object({
  id,
  title: v.string(),
  readState: v.number(),
  sendTime: v.string(),
  readTime: maybeText,
  /** Path of the page that it is about; other servers omit it. */
  path: v.optional(maybeText, null),
})

/** The limit is twice the largest page. */
const messageIds = v.pipe(v.array(idInput), v.minLength(1, '请选择消息'), v.maxLength(100, '一次最多选择 100 条'))

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
    summary: '本人未读的消息通知数。',
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
    summary: '本人的消息通知，新的在前；readState 0 未读，1 已读，空为全部；search 查标题。',
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
    summary: '一条消息通知，读取即记为已读。messageHtml 已作安全处理，可直接显示。',
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
    summary: '从本人的收件箱删除一条消息通知。',
  },
  readMany: {
    method: 'POST',
    path: '/field/v1/message/read',
    encoding: 'json',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ ids: v.optional(messageIds) }),
    output: v.object({ count }),
    summary: '将所列的消息通知记为已读，不列则为全部未读；已读和已删除的不变。`data.count` 为改变的条数。',
  },
  deleteMany: {
    method: 'POST',
    path: '/field/v1/message/delete',
    encoding: 'json',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ ids: messageIds }),
    output: v.object({ count }),
    success: '删除成功',
    summary: '从本人的收件箱删除所列的消息通知；不在其中的不变。`data.count` 为删除的条数。',
  },
})

export type MessageHead = OutputOf<typeof message.list>['list'][number]
export type MessageDetail = OutputOf<typeof message.detail>
