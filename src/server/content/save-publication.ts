import { eq, inArray } from 'drizzle-orm'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isNotice, isNotification, isQuestion, PUBLISHING_RULES } from '#contract/publishing.rules.ts'
import { type Audience, publishing } from '#contract/publishing.ts'
import { organ } from '../schema/organ.table.ts'
import { AppError } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Session } from '../platform/session.ts'
import { cleanHtml } from '../platform/clean-html.ts'
import { asRichText } from '../platform/html-blocks.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { unit } from '../schema/unit.table.ts'
import { auditedItem, needItem } from './need-item.ts'
import { lastQuestion, publicationStore } from './publishing.store.ts'

type Input = Pick<ParsedOf<typeof publishing.save>, 'kind' | 'title' | 'bodyHtml' | 'url' | 'sysOrganId' | 'audience'>

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

export function savePublication(input: ParsedOf<typeof publishing.save>, ctx: Context<Session>) {
  const { kind, id, version = 0 } = input
  const { session, now } = ctx
  const shelf = publicationStore(kind)
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
    // A correction does not make a notice new.
    const at = isNotice(kind) && item.state === 1 ? item.modifiedAt : now
    await shelf.change(tx, id, { ...written, version: version + 1, authorId: session.accountId, at })
    const audit = { ...auditedItem(kind, id, written.title), ...changesBetween(item, written) }
    return { value: { id: String(id), version: version + 1 }, audit }
  })
}
