import { AUDIT_OBJECTS, type AuditObject, type AuditRow } from '#contract/audit-log.ts'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { nameIn, objectsIn } from './audit-log.present.ts'
import { type AuditEntry, namesOf } from './audit-log.store.ts'
import { changeWords } from './change-words.ts'

export async function presentAudit(db: Db, rows: readonly AuditEntry[]): Promise<AuditRow[]> {
  const ids: Partial<Record<AuditObject, Set<number>>> = {}
  for (const { detail } of rows) for (const { kind, id } of objectsIn(detail)) (ids[kind] ??= new Set()).add(id)
  const names = await namesOf(db, ids)
  return rows.map(({ id, at, action, account, name, address, requestId, detail }) => ({
    id: String(id),
    time: toWireTime(at),
    action,
    account,
    name,
    operator: typeof detail['operator'] === 'string' ? detail['operator'] : null,
    address,
    requestId,
    objects: objectsIn(detail).map((object) => ({
      kind: AUDIT_OBJECTS[object.kind].label,
      object: `${object.kind}:${object.id}`,
      name: nameIn(detail, object, names),
    })),
    changes: changeWords(action, detail),
  }))
}
