import { createHash } from 'node:crypto'
import type { AUDIT_OBJECTS, AuditObject } from '#contract/audit-log.ts'
import type { Session } from './platform/session.ts'
import type { Deps } from './platform/deps.ts'
import { loggable } from './platform/loggable.ts'
import type { Written } from './platform/implement.ts'

type ObjectIds = { readonly [K in AuditObject as (typeof AUDIT_OBJECTS)[K]['key']]?: unknown }
type Row = Readonly<Record<string, unknown>>

interface AuditedRead {
  readonly fields: readonly string[]
  of?(input: Row, session: Session): ObjectIds
}

const contacts = ['contactPhone', 'providerPhone']
const ofRecord: AuditedRead = { fields: ['list.handlePhone'], of: ({ relationId }) => ({ buildingId: relationId }) }

export const AUDITED_READS: Readonly<Record<string, AuditedRead>> = {
  'alarm.one': { fields: [...contacts, 'acts.phone', 'ends.phone'], of: ({ id }) => ({ alarmId: id }) },
  'problem.one': { fields: contacts, of: ({ id }) => ({ problemId: id }) },
  'buildingDetail.detail': {
    fields: ['appKey', 'safeManagerPhone', 'iotIsv.linkManPhone'],
    of: ({ buildingId }) => ({ buildingId }),
  },
  'dutyContact.list': { fields: ['list.phone'], of: (_, { unitId, organId }) => ({ unitId, organId }) },
  'provider.list': { fields: ['list.legalPhone', 'list.linkManPhone'] },
  'record.fires': ofRecord,
  'record.faults': ofRecord,
  'record.devices': ofRecord,
  'unit.detail': {
    fields: ['legalPhone', 'tel', 'contactsPhone', 'safeDutyPhone', 'safeManagerPhone'],
    of: (_, { unitId }) => ({ unitId }),
  },
  'unitManagement.detail': {
    fields: [
      'legalPhone',
      'legalIdCard',
      'safeManagerPhone',
      'safeManagerIdCard',
      'safeDutyPhone',
      'safeDutyIdCard',
      'propertyPhone',
      'maintenancePhone',
    ],
    of: ({ lawCompanyId }) => ({ unitId: lawCompanyId }),
  },
}

const AGAIN = { points: 1, windowSec: 600, blockSec: 0 }

const asRow = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Row

const valueAt = (row: Row, path: string): unknown => path.split('.').reduce<unknown>((of, name) => asRow(of)[name], row)

function countRows(fields: readonly string[], data: unknown): number {
  const { list } = asRow(data)
  const isOfList = fields.every((path) => path.startsWith('list.'))
  const rows = isOfList ? (Array.isArray(list) ? list : []) : [data]
  const paths = isOfList ? fields.map((path) => path.slice('list.'.length)) : fields
  return rows.filter((row) => paths.some((path) => Boolean(valueAt(asRow(row), path)))).length
}

interface Read {
  readonly deps: Deps
  readonly session: Session
  readonly address: string
  readonly now: Date
}

/** Alarms are answered even if the row cannot be written. */
export async function auditRead(
  { deps, session, address, now }: Read,
  call: string,
  input: unknown,
  data: unknown,
  write: (fn: () => Promise<Written<null>>) => Promise<null>,
): Promise<void> {
  const audited = AUDITED_READS[call]
  const rows = audited ? countRows(audited.fields, data) : 0
  if (!audited || rows === 0) return
  try {
    const of = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
    const key = `reading:${session.accountId}:${address}:${call}:${of}`
    if (!(await deps.limits.take(key, AGAIN, now)).allowed) return
    const ids = Object.entries(audited.of?.(asRow(input), session) ?? {}).flatMap(([name, id]) =>
      Number(id) > 0 ? [[name, Number(id)]] : [],
    )
    await write(() => Promise.resolve({ value: null, audit: { ...Object.fromEntries(ids), rows } }))
  } catch (error) {
    deps.log.error({ call, accountId: session.accountId, err: loggable(error) }, 'read not recorded')
  }
}
