import { sql, type SQL } from 'drizzle-orm'
import { SETUP_STEPS, type SetupState, type SetupStep } from '#contract/setup.ts'
import type { Db } from '../platform/db/open-db.ts'
import { account } from '../schema/account.table.ts'
import { building } from '../schema/building.table.ts'
import { delivery } from '../schema/delivery.table.ts'
import { dutyContact } from '../schema/duty-contact.table.ts'
import { organ } from '../schema/organ.table.ts'
import { point } from '../schema/point.table.ts'
import { PASSED, provider } from '../schema/provider.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'

const DISTRICT = 3

const ofCity = (county: SQL) => sql`${county} is distinct from ${SELF_TEST_COUNTY}`

const FACTS: Readonly<Record<SetupStep, SQL>> = {
  organ: sql`select from ${organ} where level = ${DISTRICT}`,
  officer: sql`select from ${account} join ${organ} o on o.id = organ_id where o.level = ${DISTRICT} and status = 0`,
  unit: sql`select from ${unit} where ${ofCity(sql`county`)}`,
  unitAccount: sql`select from ${account} join ${unit} u on u.id = unit_id
    where status = 0 and ${ofCity(sql`u.county`)}`,
  building: sql`select from ${building} where registered and ${ofCity(sql`county`)}`,
  provider: sql`select from ${provider} where status = ${PASSED} and suspended_at is null and ${ofCity(sql`county`)}`,
  binding: sql`select from ${building} where provider_id is not null and registered and ${ofCity(sql`county`)}`,
  report: sql`select from ${building} b where provider_id is not null and ${ofCity(sql`county`)}
    and exists (select from ${point} p where p.building_id = b.id and p.received_at is not null)`,
  contact: sql`select from ${dutyContact} where organ_id is not null`,
  sms: sql`select from ${dutyContact} d where organ_id is not null and tested_at is not null and coalesce((
    select bool_or(m.phone = d.phone and m.state in ('accepted', 'delivered')) from ${delivery} m
    where m.recipient = 'contact:' || d.id and m.kind = 'test' and m.channel = 'sms'), true)`,
}

const RUNNING: readonly SetupStep[] = ['report', 'contact', 'sms']

export async function countMissingSteps(db: Db): Promise<number> {
  const steps = await readSetup(db)
  const isRunning = steps.every(({ step, isDone }) => isDone || !RUNNING.includes(step))
  return isRunning ? 0 : steps.filter(({ isDone }) => !isDone).length
}

export async function readSetup(db: Db): Promise<SetupState> {
  const columns = SETUP_STEPS.map((step) => sql`exists (${FACTS[step]}) as ${sql.identifier(step)}`)
  const { rows } = await db.execute<Record<(typeof SETUP_STEPS)[number], boolean>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  )
  return SETUP_STEPS.map((step) => ({ step, isDone: rows[0]?.[step] ?? false }))
}
