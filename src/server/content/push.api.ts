import { and, eq } from 'drizzle-orm'
import { push } from '#contract/push.ts'
import { AppError } from '../platform/app-error.ts'
import { implement } from '../platform/implement.ts'
import { noteDelivered } from './delivered.store.ts'
import { unreadItems } from './unread-summary.ts'
import { pushSubscription } from '../schema/push.table.ts'

/** Devices per account. */
const MOST = 10

export const pushApi = implement(push, {
  key: async (_, { deps }) => ({ publicKey: deps.push.publicKey }),

  async subscribe({ endpoint, p256dh, auth }, { db, write, session, now }) {
    const { tokenHash } = session
    const own = await db.select().from(pushSubscription).where(eq(pushSubscription.tokenHash, tokenHash))
    const known = own.find((one) => one.endpoint === endpoint)
    // The app repeats it daily.
    if (known?.p256dh === p256dh && known.auth === auth) return null
    if (own.length >= MOST && !known) throw new AppError(409, '已开启推送的设备过多')
    return write(async (tx) => {
      const row = { endpoint, tokenHash, p256dh, auth, toldAt: now }
      // It keeps its pending items.
      const set = known ? { p256dh, auth } : row
      await tx.insert(pushSubscription).values(row).onConflictDoUpdate({ target: pushSubscription.endpoint, set })
      if (!known) await noteDelivered(tx, endpoint, await unreadItems(tx, session, row), now)
      return { value: null, audit: { service: new URL(endpoint).host } }
    })
  },

  async unsubscribe({ endpoint }, { write, session }) {
    const isOwn = and(eq(pushSubscription.endpoint, endpoint), eq(pushSubscription.tokenHash, session.tokenHash))
    return write(async (tx) => {
      await tx.delete(pushSubscription).where(isOwn)
      return { value: null, audit: { service: new URL(endpoint).host } }
    })
  },
})
