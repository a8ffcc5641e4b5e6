import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { DeviceClass, FaultKind } from '#contract/fault.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import { clientFault } from '../schema/client-fault.table.ts'

const GROUPS_MOST = 1000
const VALUES_MOST = 10

export interface SeenFault {
  readonly fingerprint: string
  readonly kind: FaultKind
  readonly name: string
  readonly message: string
  readonly place: string
  readonly frames: readonly string[]
  readonly build: string
  readonly route: string
  readonly device: DeviceClass
  readonly count: number
}

type Column = typeof clientFault.builds | typeof clientFault.routes | typeof clientFault.devices

const withValue = (column: Column, value: string) => sql`case
  when ${value} = any(${column}) or cardinality(${column}) >= ${VALUES_MOST}::int then ${column}
  else array_append(${column}, ${value}::text) end`

export async function storeFault(db: Db, fault: SeenFault, now: Date): Promise<void> {
  const { build, route, device, frames, ...group } = fault
  await db
    .insert(clientFault)
    .values({
      ...group,
      frames: [...frames],
      builds: [build],
      routes: [route],
      devices: [device],
      firstSeenAt: now,
      lastSeenAt: now,
    })
    .onConflictDoUpdate({
      target: clientFault.fingerprint,
      set: {
        count: sql`${clientFault.count} + ${group.count}::int`,
        lastSeenAt: now,
        builds: withValue(clientFault.builds, build),
        routes: withValue(clientFault.routes, route),
        devices: withValue(clientFault.devices, device),
      },
    })
}

export const newestFaults = (db: Db, limit: number) =>
  db.select().from(clientFault).orderBy(desc(clientFault.lastSeenAt), clientFault.fingerprint).limit(limit)

export async function removeFaults(db: Db, before: Date): Promise<void> {
  await db.delete(clientFault).where(lt(clientFault.lastSeenAt, before))
  const beyond = db
    .select({ fingerprint: clientFault.fingerprint })
    .from(clientFault)
    .orderBy(desc(clientFault.lastSeenAt), clientFault.fingerprint)
    .offset(GROUPS_MOST)
  await db.delete(clientFault).where(inArray(clientFault.fingerprint, beyond))
}
