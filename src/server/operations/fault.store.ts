import { and, arrayContains, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { DeviceClass, FaultKind } from '#contract/fault.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { groupBy } from '../platform/group-by.ts'
import { clientFault, clientFaultDay } from '../schema/client-fault.table.ts'

const GROUPS_MOST = 1000
const VALUES_MOST = 10
const SHOWN_MOST = 200

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
  when ${value} = any(${column}) then ${column}
  when cardinality(${column}) >= ${VALUES_MOST}::int then array_append(${column}[2:], ${value}::text)
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
  const { fingerprint, count } = group
  await db
    .insert(clientFaultDay)
    .values({ fingerprint, day: shanghaiDay(now), count })
    .onConflictDoUpdate({
      target: [clientFaultDay.fingerprint, clientFaultDay.day],
      set: { count: sql`${clientFaultDay.count} + excluded.count` },
    })
}

export const newestFaults = (db: Db, limit: number) =>
  db.select().from(clientFault).orderBy(desc(clientFault.lastSeenAt), clientFault.fingerprint).limit(limit)

export type FaultOrder = 'last' | 'count'

export interface FaultQuery {
  readonly order: FaultOrder
  readonly build: string | null
  readonly hiddenIn: string | null
  readonly since: string
}

export type ListedFault = typeof clientFault.$inferSelect & { readonly perDay: ReadonlyMap<string, number> }

export async function listFaults(db: Db, { order, build, hiddenIn, since }: FaultQuery): Promise<ListedFault[]> {
  const last = desc(clientFault.lastSeenAt)
  const faults = await db
    .select()
    .from(clientFault)
    .where(
      and(
        build === null ? undefined : arrayContains(clientFault.builds, [build]),
        hiddenIn === null ? undefined : or(isNull(clientFault.hiddenIn), ne(clientFault.hiddenIn, hiddenIn)),
      ),
    )
    .orderBy(...(order === 'count' ? [desc(clientFault.count), last] : [last]), clientFault.fingerprint)
    .limit(SHOWN_MOST)
  const own = inArray(
    clientFaultDay.fingerprint,
    faults.map(({ fingerprint }) => fingerprint),
  )
  const days = await db
    .select()
    .from(clientFaultDay)
    .where(and(own, gte(clientFaultDay.day, since)))
  const perFault = groupBy(days, ({ fingerprint }) => fingerprint)
  return faults.map((fault) => ({
    ...fault,
    perDay: new Map((perFault.get(fault.fingerprint) ?? []).map(({ day, count }) => [day, count])),
  }))
}

export async function faultBuilds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ build: string }>(
    sql`select build from ${clientFault}, unnest(builds) as build group by build order by max(last_seen_at) desc, build`,
  )
  return rows.map(({ build }) => build)
}

export async function hideFault(db: Db, fingerprint: string, build: string | null): Promise<void> {
  await db.update(clientFault).set({ hiddenIn: build }).where(eq(clientFault.fingerprint, fingerprint))
}

export async function removeFaults(db: Db, before: Date): Promise<void> {
  await db.delete(clientFault).where(lt(clientFault.lastSeenAt, before))
  const beyond = db
    .select({ fingerprint: clientFault.fingerprint })
    .from(clientFault)
    .orderBy(desc(clientFault.lastSeenAt), clientFault.fingerprint)
    .offset(GROUPS_MOST)
  await db.delete(clientFault).where(inArray(clientFault.fingerprint, beyond))
}
