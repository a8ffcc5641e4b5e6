import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { composePdf } from '#server/platform/files/compose-pdf.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { unit } from '#server/schema/unit.table.ts'
import { insertUpload } from '#server/registry/upload.store.ts'
import { drawGauge } from './draw-gauge.ts'
import { FIRST_UNIT_ID } from './unit.ts'

const SENDER = { name: '顾静姝', phone: '19900000021' }

async function declarations(db: Db) {
  const rows = await db
    .selectDistinctOn([approval.status], {
      id: approval.id,
      status: approval.status,
      appliedAt: approval.appliedAt,
      reason: approval.reason,
      unitId: approval.unitId,
      unitName: unit.name,
      buildingName: building.name,
      accountId: sql<number | null>`(select min(a.id) from ${account} a where a.unit_id = ${approval.unitId})`.mapWith(
        Number,
      ),
    })
    .from(approval)
    .innerJoin(building, eq(building.id, approval.buildingId))
    .innerJoin(unit, eq(unit.id, approval.unitId))
    .where(and(eq(approval.kind, 'access'), inArray(approval.status, [0, 1])))
    .orderBy(approval.status, desc(approval.appliedAt), desc(approval.id))
  return rows
}

async function openAccount(db: Db, unitId: number, createdAt: Date): Promise<number> {
  const [{ passwordHash } = { passwordHash: '' }] = await db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.account, 'unit01'))
  const [row] = await db
    .insert(account)
    .values({
      ...SENDER,
      account: `unit${unitId - FIRST_UNIT_ID + 1}`,
      role: 'unit',
      unitId,
      passwordHash,
      mustChangePassword: false,
      createdAt,
    })
    .returning({ id: account.id })
  return row!.id
}

export async function storeDeclarationPapers(db: Db, files: FileStore): Promise<void> {
  for (const { id, appliedAt, reason, unitId, unitName, buildingName, accountId } of await declarations(db)) {
    const sender = accountId || (await openAccount(db, unitId, appliedAt))
    await db.update(approval).set({ accountId: sender }).where(eq(approval.id, id))
    const explanation = await composePdf({
      title: '情况说明',
      facts: ['演示样本，无法律效力'],
      paragraphs: [`建筑：${buildingName}`, `${reason}。`, '现场照片附后，请予审核。'],
      source: unitName,
      date: appliedAt,
    })
    for (const { fileName, bytes, contentType } of [
      { fileName: '消防水泵房压力表.png', bytes: drawGauge(), contentType: UPLOAD_TYPES.png },
      { fileName: '情况说明.pdf', bytes: explanation, contentType: UPLOAD_TYPES.pdf },
    ]) {
      const token = randomBytes(32).toString('base64url')
      const fileKey = `uploads/${token}`
      await files.put(fileKey, bytes, { contentType })
      await insertUpload(db, {
        token,
        accountId: sender,
        approvalId: id,
        fileKey,
        fileName,
        contentType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        createdAt: appliedAt,
      })
    }
  }
}
