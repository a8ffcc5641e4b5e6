import { message } from '#contract/message.ts'
import { notThere } from '../platform/app-error.ts'
import { implement } from '../platform/implement.ts'
import { recordInboxes } from '../identity/messages.ts'
import { presentHead, presentMessage } from './message.present.ts'
import {
  countUnread,
  findMessage,
  listMessages,
  markManyRead,
  markRead,
  removeMany,
  removeMessage,
} from './message.store.ts'

export const messageApi = implement(message, {
  unreadCount: async (_input, { db, session }) => ({ unreadNum: await countUnread(db, session) }),

  async list(input, { db, session }) {
    const { rows, total } = await listMessages(db, session, input)
    return { list: rows.map(presentHead), total }
  },

  async detail({ messageDetailId: id }, { db, session, now, write }) {
    const row = await findMessage(db, session, id)
    if (!row) throw notThere()
    if (row.readAt) return presentMessage(row)
    await write(async (tx) => {
      await markRead(tx, session, id, now)
      await recordInboxes(tx, [session.accountId])
      return { value: undefined, audit: { messageReceiverId: id } }
    })
    return presentMessage({ ...row, readAt: now })
  },

  async delete({ messageId: id }, { session, now, write }) {
    await write(async (tx) => {
      if (!(await removeMessage(tx, session, id, now))) throw notThere()
      await recordInboxes(tx, [session.accountId])
      return { value: undefined, audit: { messageReceiverId: id } }
    })
    return null
  },

  readMany: ({ ids }, { session, now, write }) =>
    write(async (tx) => {
      const changed = await markManyRead(tx, session, ids ?? null, now)
      await recordInboxes(tx, [session.accountId])
      return { value: { count: changed.length }, audit: { messageReceiverIds: changed } }
    }),

  deleteMany: ({ ids }, { session, now, write }) =>
    write(async (tx) => {
      const gone = await removeMany(tx, session, ids, now)
      await recordInboxes(tx, [session.accountId])
      return { value: { count: gone.length }, audit: { messageReceiverIds: gone } }
    }),
})
