import { limitRate } from '../platform/too-often.ts'
import { IMPORT_ROWS } from '#contract/point.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { readSheet } from '../platform/files/read-sheet.ts'
import { SheetError, type SheetRow } from '../platform/files/sheet-row.ts'
import type { Context } from '../platform/implement.ts'
import { evaluateBatch } from '../evaluation/evaluate-batch.ts'
import { findPointsBuilding, type PointPlace } from './find-device.ts'
import { type ImportPlan, type ImportedPoint, planImport } from './point-import.rules.ts'
import { addPoints, changePoints, lockPoints } from './point.store.ts'
import { adoptRecords, findUnlisted } from './unlisted-points.store.ts'

/** Parsing a table takes some 100 ms of server time. */
const IMPORTS = { points: 10, windowSec: 60, blockSec: 0 }
const TOLD_ROWS = 200
const AUDITED_POINTS = 1000

const refusing = (error: unknown): never => {
  throw error instanceof SheetError ? new AppError(400, error.message, { file: error.message }) : error
}

function planOf(rows: readonly SheetRow[], known: ReadonlyMap<string, ImportedPoint>): ImportPlan {
  try {
    return planImport(rows, known)
  } catch (error) {
    return refusing(error)
  }
}

function auditedChanges(changed: ImportPlan['changed'], known: ReadonlyMap<string, ImportedPoint>) {
  const before = new Map([...known].map(([pointNumber, point]) => [point.id, { pointNumber, point }]))
  return changed.slice(0, AUDITED_POINTS).map(({ id, floor, zone, descript }) => {
    const was = before.get(id)
    const { floor: f = null, zone: z = null, descript: d = null } = was?.point ?? {}
    return {
      name: was?.pointNumber,
      pointId: id,
      before: { floor: f, zone: z, descript: d },
      after: { floor, zone, descript },
    }
  })
}

/** All rows or none. @throws AppError 404, 400 with the errors by row number, 429 */
export async function importPoints(ctx: Context<Session>, place: PointPlace, file: Blob) {
  await findPointsBuilding(ctx.db, ctx.session, place)
  await limitRate(ctx, `import:${ctx.session.accountId}`, IMPORTS, '导入')
  const rows: SheetRow[] = await readSheet(Buffer.from(await file.arrayBuffer()), IMPORT_ROWS + 1).catch(refusing)
  return ctx.write(async (tx) => {
    const { id } = await findPointsBuilding(tx, ctx.session, place)
    await needConfirmedTie(tx, ctx.session, id)
    const known = await lockPoints(tx, id)
    const { added, changed, same, errors } = planOf(rows, known)
    const wrong = Object.entries(errors)
    if (wrong.length > 0)
      throw new AppError(400, `${wrong.length} 行有误，未导入任何点位`, Object.fromEntries(wrong.slice(0, TOLD_ROWS)))
    const numbers = added.map(({ pointNumber }) => pointNumber)
    const earlier = numbers.length > 0 ? await findUnlisted(tx, id, numbers) : new Map<string, number>()
    const pointIds = await addPoints(
      tx,
      added.map((point) => {
        const before = earlier.get(point.pointNumber)
        return { ...point, ...(before !== undefined && { id: before }), buildingId: id, createdAt: ctx.now }
      }),
    )
    await adoptRecords(tx, [...earlier.values()])
    await changePoints(tx, changed)
    if (pointIds.length > 0) await evaluateBatch(tx, { now: ctx.now, pointIds })
    const value = { addedNum: added.length, updatedNum: changed.length, sameNum: same }
    return { value, audit: { buildingId: id, ...value, changes: auditedChanges(changed, known) } }
  })
}
