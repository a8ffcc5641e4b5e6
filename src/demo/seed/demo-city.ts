import { sql } from 'drizzle-orm'
import { account } from '#server/schema/account.table.ts'
import { ensureContacts } from '#server/registry/first-contacts.store.ts'
import { dutyContact } from '#server/schema/duty-contact.table.ts'
import { organ } from '#server/schema/organ.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { checkin } from '#server/schema/checkin.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { message, messageReceiver } from '#server/schema/message.table.ts'
import { point } from '#server/schema/point.table.ts'
import { information, notice, question } from '#server/schema/portal.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { provider, providerActivity, providerRule } from '#server/schema/provider.table.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { scoreDay } from '#server/schema/score.table.ts'
import { buildingState, condition } from '#server/schema/evaluation.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { DEMO_PASSWORD } from './account.ts'
import { addAlarms } from './alarm.ts'
import { setReviewer } from './approval.ts'
import { addBuilding, type Numbers, type ToldProblem } from './add-building.ts'
import { addPeople } from './add-people.ts'
import { makeBuilding } from './building.ts'
import { type CityClock, createClock } from './city-clock.ts'
import { CITY_ORGAN, organs } from './organ.ts'
import { FIRST_POINT_ID, SLOTS, UNITS_PER_CITY } from './plan.ts'
import { makeInformation, makeNotices, makeQuestions } from './portal.ts'
import { FIRST_PROVIDER_ID, makeProviders } from './provider.ts'
import { createRowWriter, type RowWriter } from './row-writer.ts'
import { makeUnit } from './unit.ts'

export interface SeedOptions {
  readonly now: Date
  hashPassword(plain: string): Promise<string>
  /** Default: plain text. */
  sealSecret?(secret: string): string
  /** 1: the demo city. */
  readonly scale?: number
  log?(line: string): void
}

/** Tables in insert order: referenced tables first. */
// prettier-ignore
const TABLES = [
  organ, provider, providerRule, providerActivity, unit, account, building, buildingUnit, approval, point, scoreDay, problem,
  condition, buildingState, deviceEvent, reading, checkin, message, messageReceiver, information, question, notice,
]

const NUMBERED = [
  'organ',
  'provider',
  'unit',
  'account',
  'building',
  'point',
  'problem',
  'device_event',
  'message',
  'message_receiver',
]

const FLUSH_AT = 20_000
/** The earliest covers the oldest incident. */
const MONTHS = [-3, -2, -1, 0, 1]

export async function isEmpty(db: Db): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${account} union all select 1 from ${organ} union all select 1 from ${building} limit 1`)
  return found.rows.length === 0
}

/** One transaction; deterministic for `now`. @returns false if another process filled it */
export async function seedDemoCity(db: Db, opts: SeedOptions): Promise<boolean> {
  const clock = createClock(opts.now)
  const passwordHash = await opts.hashPassword(DEMO_PASSWORD)
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${organ} in share row exclusive mode`)
    if (!(await isEmpty(tx))) return false
    await makeMonths(tx, clock)
    const writer = createRowWriter(tx, TABLES)
    const seal = opts.sealSecret ?? ((secret: string) => secret)
    addAuthorityAndPortal(writer, clock, seal)
    const numbers: Numbers = { point: FIRST_POINT_ID, problem: 1, record: 1 }
    const scale = opts.scale ?? 1
    for (let copy = 0; copy < scale; copy++) {
      const problems = await addCity(writer, copy, numbers, clock, seal)
      // Further copies are load.
      if (copy === 0) addPeople(writer, passwordHash, problems, clock)
      opts.log?.(`demo city ${copy + 1} of ${scale}`)
    }
    await writer.flush()
    await continueNumbers(tx)
    await setReviewer(tx)
    const units = await tx.select({ id: unit.id }).from(unit)
    await ensureContacts(
      tx,
      units.map(({ id }) => id),
      opts.now,
    )
    await tx.insert(dutyContact).values({
      organId: CITY_ORGAN,
      rank: 1,
      name: '总队值班室',
      phone: '13800000119',
      testedAt: clock.at(7, '09:00'),
      createdAt: clock.at(7, '09:00'),
      modifiedAt: clock.at(7, '09:00'),
    })
    await addAlarms(tx, opts.now)
    // Past alarms call no person.
    await tx.execute(sql`delete from alarm_step`)
    await tx.execute(sql`delete from change`)
    return true
  })
}

function addAuthorityAndPortal(writer: RowWriter, clock: CityClock, seal: (secret: string) => string): void {
  const { providers, rules, activities } = makeProviders(clock, seal)
  writer.add(organ, organs())
  writer.add(provider, providers)
  writer.add(providerRule, rules)
  writer.add(providerActivity, activities)
  writer.add(information, makeInformation(clock))
  writer.add(question, makeQuestions(clock))
  writer.add(notice, makeNotices(clock))
}

async function addCity(
  writer: RowWriter,
  copy: number,
  numbers: Numbers,
  clock: CityClock,
  seal: (secret: string) => string,
): Promise<Map<number, ToldProblem[]>> {
  const units = Array.from({ length: UNITS_PER_CITY }, (_, place) => makeUnit(place, copy, clock))
  writer.add(
    unit,
    units.map(({ row }) => ({ ...row, secret: seal(row.secret) })),
  )
  const told = new Map<number, ToldProblem[]>()
  for (const [position, slot] of SLOTS.entries()) {
    const owner = units[slot.owner]
    if (!owner) throw new Error(`no unit ${slot.owner} in the plan`)
    const providerId = slot.provider === null ? null : FIRST_PROVIDER_ID + slot.provider
    const index = copy * SLOTS.length + position
    const made = makeBuilding(slot, index, copy, owner, providerId, clock, { next: () => numbers.point++ })
    const { boundUnits, problems } = addBuilding(writer, made, copy, units, numbers, clock)
    for (const unitId of boundUnits) told.set(unitId, [...(told.get(unitId) ?? []), ...problems])
    if (writer.waiting >= FLUSH_AT) await writer.flush()
  }
  return told
}

async function makeMonths(db: Db, clock: CityClock): Promise<void> {
  const [year = 0, month = 1] = clock.now.toISOString().slice(0, 7).split('-').map(Number)
  for (const parent of ['device_event', 'device_event_end', 'reading', 'component_status', 'controller_operation'])
    for (const offset of MONTHS) {
      const first = new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)
      await db.execute(sql`select ensure_month(${parent}, ${first}::date)`)
    }
}

/** Past the assigned ids. */
async function continueNumbers(db: Db): Promise<void> {
  for (const table of NUMBERED)
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    )
}
