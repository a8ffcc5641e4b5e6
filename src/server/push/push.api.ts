import { and, eq } from 'drizzle-orm'
import { push } from '#contract/push.ts'
import { AppError } from '../app-error.ts'
import { implement } from '../implement.ts'
import { noteDelivered } from './delivered.store.ts'
import { newItems } from './news-of.ts'
import { pushSubscription } from './push.table.ts'

/** Devices an account may have told: a phone, a tablet, desks. One account has one session, but may move. */
const MOST = 10

export const pushApi = implement(push, {
  key: async (_, { deps }) => ({ publicKey: deps.push.publicKey }),

  async subscribe({ endpoint, p256dh, auth }, { write, session, now }) {
    const { tokenHash } = session
    return write(async (tx) => {
      const own = await tx.select().from(pushSubscription).where(eq(pushSubscription.tokenHash, tokenHash))
      if (own.length >= MOST && !own.some((row) => row.endpoint === endpoint))
        throw new AppError(409, '已开启推送的设备过多')
      const row = { endpoint, tokenHash, p256dh, auth, toldAt: now }
      const isKnown = own.some((one) => one.endpoint === endpoint)
      // Subscribed again by the same session, it keeps what it is still to be sent.
      const set = isKnown ? { p256dh, auth } : row
      await tx.insert(pushSubscription).values(row).onConflictDoUpdate({ target: pushSubscription.endpoint, set })
      // What can be seen now is not new to it.
      if (!isKnown) await noteDelivered(tx, endpoint, await newItems(tx, session, row), now)
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
