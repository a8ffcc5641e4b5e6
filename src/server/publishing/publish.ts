import { like } from 'drizzle-orm'
import type { ParsedOf } from '#contract/endpoint.ts'
import {
  isDocument,
  isNotification,
  missingOf,
  PUBLISHING_RULES,
  type PublishingAct,
} from '#contract/publishing.rules.ts'
import type { publishing } from '#contract/publishing.ts'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { wordsOf } from '../content/html-blocks.ts'
import { download } from '../document/download.table.ts'
import type { Context } from '../implement.ts'
import { addressedBy } from '../message/audience.ts'
import { deliver, takeBack } from '../message/send-message.ts'
import { auditedItem, needItem } from './need-item.ts'
import { shelfOf } from './publishing.store.ts'
import type { Item } from './shelf.present.ts'

type Seen = ParsedOf<typeof publishing.publish>

function needAllowed(act: PublishingAct, kind: Seen['kind'], { state }: Item): void {
  if (!PUBLISHING_RULES[act].when({ kind, state })) throw new AppError(409, PUBLISHING_RULES[act].otherwise)
}

/**
 * Publishes an item: the public, or all a notification addresses, have it when this returns.
 * @throws AppError 400 at each field that is missing yet, 409 where it stands published or changed meanwhile
 */
export function publish({ kind, id, version }: Seen, ctx: Context<Session>) {
  const { now, session } = ctx
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('publish', kind, item)
    const { title, url, audience, bodyHtml } = item
    const missing = missingOf(kind, { hasWords: wordsOf(bodyHtml) !== '', url, audience })
    const [first] = Object.values(missing)
    if (first !== undefined) throw new AppError(400, first, missing)
    await shelfOf(kind).change(tx, id, { state: 1, version: version + 1, authorId: session.accountId, at: now })
    const receiverNum = audience && isNotification(kind) ? await deliver(tx, id, addressedBy(audience), now) : null
    const audit = {
      ...auditedItem(kind, id, title),
      before: { state: item.state },
      after: { state: 1 },
      ...(receiverNum !== null && { receivers: receiverNum }),
    }
    return { value: { version: version + 1, receiverNum }, audit }
  })
}

/** Takes an item out of the lists, its document off every address, a notification out of every box. */
export function withdraw({ kind, id, version }: Seen, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('withdraw', kind, item)
    await shelfOf(kind).change(tx, id, { state: 2, version: version + 1 })
    const boxes = isNotification(kind) ? await takeBack(tx, id, ctx.now) : null
    // An address handed out a moment ago serves nobody any more.
    if (isDocument(kind)) await tx.delete(download).where(like(download.fileKey, `information/${id}-%`))
    const audit = {
      ...auditedItem(kind, id, item.title),
      before: { state: item.state },
      after: { state: 2 },
      ...(boxes !== null && { receivers: boxes }),
    }
    return { value: { version: version + 1 }, audit }
  })
}

/** Sets an item's place. */
export function pin({ kind, id, version, sequence }: ParsedOf<typeof publishing.pin>, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('pin', kind, item)
    await shelfOf(kind).change(tx, id, { sequence, version: version + 1 })
    const audit = { ...auditedItem(kind, id, item.title), before: { sequence: item.sequence }, after: { sequence } }
    return { value: { version: version + 1 }, audit }
  })
}

/** Deletes a draft that nobody else ever saw. */
export function removeDraft({ kind, id, version }: Seen, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('remove', kind, item)
    await shelfOf(kind).remove(tx, id)
    const { title, bodyHtml, url, organId, audience } = item
    return {
      value: null,
      audit: { ...auditedItem(kind, id, title), before: { title, bodyHtml, url, organId, audience } },
    }
  })
}
