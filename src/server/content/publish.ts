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
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { wordsOf } from '../platform/html-blocks.ts'
import { download } from '../schema/download.table.ts'
import type { Context } from '../platform/implement.ts'
import { addressedBy } from '../identity/audience.ts'
import { deliverMessage, withdrawMessage } from '../identity/messages.ts'
import { auditedItem, needItem } from './need-item.ts'
import { publicationStore } from './publishing.store.ts'
import type { PublicationItem } from './publication.present.ts'

type Seen = ParsedOf<typeof publishing.publish>

function needAllowed(act: PublishingAct, kind: Seen['kind'], { state }: PublicationItem): void {
  if (!PUBLISHING_RULES[act].when({ kind, state })) throw new AppError(409, PUBLISHING_RULES[act].otherwise)
}

/** @throws AppError 400 at each missing field, 409 if published or changed meanwhile */
export function publish({ kind, id, version }: Seen, ctx: Context<Session>) {
  const { now, session } = ctx
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('publish', kind, item)
    const { title, url, audience, bodyHtml } = item
    const missing = missingOf(kind, { hasWords: wordsOf(bodyHtml) !== '', url, audience })
    const [first] = Object.values(missing)
    if (first !== undefined) throw new AppError(400, first, missing)
    await publicationStore(kind).change(tx, id, {
      state: 1,
      version: version + 1,
      authorId: session.accountId,
      at: now,
    })
    const receiverNum =
      audience && isNotification(kind) ? await deliverMessage(tx, id, addressedBy(audience), now) : null
    const audit = {
      ...auditedItem(kind, id, title),
      before: { state: item.state },
      after: { state: 1 },
      ...(receiverNum !== null && { receivers: receiverNum }),
    }
    return { value: { version: version + 1, receiverNum }, audit }
  })
}

export function withdraw({ kind, id, version }: Seen, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('withdraw', kind, item)
    await publicationStore(kind).change(tx, id, { state: 2, version: version + 1 })
    const boxes = isNotification(kind) ? await withdrawMessage(tx, id, ctx.now) : null
    // Revokes URLs that were already issued.
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

export function pin({ kind, id, version, sequence }: ParsedOf<typeof publishing.pin>, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('pin', kind, item)
    await publicationStore(kind).change(tx, id, { sequence })
    const audit = { ...auditedItem(kind, id, item.title), before: { sequence: item.sequence }, after: { sequence } }
    return { value: { version }, audit }
  })
}

export function removeDraft({ kind, id, version }: Seen, ctx: Context<Session>) {
  return ctx.write(async (tx) => {
    const item = await needItem(tx, kind, id, version)
    needAllowed('remove', kind, item)
    await publicationStore(kind).remove(tx, id)
    const { title, bodyHtml, url, organId, audience } = item
    return {
      value: null,
      audit: { ...auditedItem(kind, id, title), before: { title, bodyHtml, url, organId, audience } },
    }
  })
}
