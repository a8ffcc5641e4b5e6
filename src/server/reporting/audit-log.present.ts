import { AUDIT_OBJECTS, type AuditObject } from '#contract/audit-log.ts'

export function objectsIn(detail: Readonly<Record<string, unknown>>): { kind: AuditObject; id: number }[] {
  return (Object.keys(AUDIT_OBJECTS) as AuditObject[]).flatMap((kind) => {
    const id = detail[AUDIT_OBJECTS[kind].key]
    return typeof id === 'number' ? [{ kind, id }] : []
  })
}

export function nameIn(
  detail: Readonly<Record<string, unknown>>,
  { kind, id }: { kind: AuditObject; id: number },
  names: ReadonlyMap<string, string>,
): string {
  const told = kind === 'publication' ? detail['title'] : kind === 'account' ? detail['account'] : undefined
  const isNamedByBuilding = kind === 'alarm' && 'buildingId' in detail
  const name = isNamedByBuilding ? undefined : names.get(`${kind}:${id}`)
  return name ?? (typeof told === 'string' ? told : `#${id}`)
}
