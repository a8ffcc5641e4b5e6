import { eq, inArray } from 'drizzle-orm'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isNotice, isNotification, isQuestion, PUBLISHING_RULES } from '#contract/publishing.rules.ts'
import { type Audience, publishing } from '#contract/publishing.ts'
import { organ } from '../account/organ.table.ts'
import { AppError } from '../app-error.ts'
import { changesBetween } from '../audit/changes-between.ts'
import type { Session } from '../auth/session.ts'
import { cleanHtml } from '../content/clean-html.ts'
import { asRichText } from '../content/html-blocks.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { unit } from '../unit/unit.table.ts'
import { auditedItem, needItem } from './need-item.ts'
import { lastQuestion, shelfOf } from './publishing.store.ts'

type Input = Pick<ParsedOf<typeof publishing.save>, 'kind' | 'title' | 'bodyHtml' | 'url' | 'sysOrganId' | 'audience'>

/** What of an input its kind carries, cleaned. */
export function writtenOf({ kind, title, bodyHtml, url, sysOrganId, audience }: Input) {
  const nobody: Audience = { roles: [], counties: [], unitIds: [] }
  return {
    title,
    bodyHtml: isNotice(kind) ? '' : cleanHtml(asRichText(bodyHtml)),
    url: isNotice(kind) ? url : '',
    organId: isNotice(kind) ? (sysOrganId ?? null) : null,
    audience: isNotification(kind) ? (audience ?? nobody) : null,
  }
}

/** Whom or what it names must be there. @throws AppError 404 */
export async function needNamed(db: Db, { sysOrganId, audience }: Input): Promise<void> {
  const refuse = (field: string, text: string) => new AppError(404, text, { [field]: text })
  if (sysOrganId) {
    const [row] = await db.select({ id: organ.id }).from(organ).where(eq(organ.id, sysOrganId))
    if (!row) throw refuse('sysOrganId', '所选机构不存在')
  }
  const ids = [...new Set(audience?.unitIds ?? [])]
  if (ids.length > 0 && (await db.$count(unit, inArray(unit.id, ids))) < ids.length)
    throw refuse('audience', '所选单位不存在或已被删除')
}

/**
 * Writes a new draft, or changes what was written. What is published already changes for the public at once.
 * @throws AppError 404, 409 where another edit came first or the item may not be changed as it stands
 */
export function savePublication(input: ParsedOf<typeof publishing.save>, ctx: Context<Session>) {
  const { kind, id, version = 0 } = input
  const { session, now } = ctx
  const shelf = shelfOf(kind)
  const written = writtenOf(input)
  return ctx.write(async (tx) => {
    await needNamed(tx, input)
    if (id === undefined) {
      const sequence = isQuestion(kind) ? (await lastQuestion(tx)) + 1 : 0
      const draft = { ...written, sequence, state: 0, version: 1, authorId: session.accountId, at: now }
      const added = await shelf.add(tx, kind, draft)
      const audit = { ...auditedItem(kind, added, written.title), after: written }
      return { value: { id: String(added), version: 1 }, audit }
    }
    const item = await needItem(tx, kind, id, version)
    if (!PUBLISHING_RULES.edit.when({ kind, state: item.state }))
      throw new AppError(409, PUBLISHING_RULES.edit.otherwise)
    // A notice keeps the time it was given: a slip that is mended makes it no news.
    const at = isNotice(kind) && item.state === 1 ? item.modifiedAt : now
    await shelf.change(tx, id, { ...written, version: version + 1, authorId: session.accountId, at })
    const audit = { ...auditedItem(kind, id, written.title), ...changesBetween(item, written) }
    return { value: { id: String(id), version: version + 1 }, audit }
  })
}
