import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { account } from '#contract/account.ts'
import { auditLog } from '#contract/audit-log.ts'
import { building } from '#contract/building.ts'
import { buildingForm } from '#contract/building-form.ts'
import { checkin } from '#contract/checkin.ts'
import { callBatch } from '#contract/call-batch.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { message } from '#contract/message.ts'
import { problem } from '#contract/problem.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import { unitManagement } from '#contract/unit-management.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { rngFor } from '#demo/seed/random.ts'
import { BuiltServer } from '../support/built-server.ts'
import { benchDatabase } from './support/bench-database.ts'
import { signedIn } from './support/bench-api.ts'
import { ask } from './support/person.ts'
import { openProofCity, peopleOf } from './support/proof-city.ts'
import { authorityPartsOf, batchOf, unitParts } from '../support/dashboard-parts.ts'
import { partOf, tell } from './support/tell.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10)
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 2)
/** 1 to 2 s, evenly spread. */
const THINK_MS = [1_000, 2_000] as const

const KINDS = ['list', 'dashboard', 'write'] as const
type Kind = (typeof KINDS)[number]
/** Of a hundred calls. */
const SHARE: Readonly<Record<Kind, number>> = { list: 80, dashboard: 15, write: 5 }

interface Act {
  readonly call: Endpoint
  readonly input: Record<string, unknown>
}
const act = <E extends Endpoint>(call: E, input: InputOf<E>): Act => ({ call, input: input as Record<string, unknown> })

interface Tasks {
  readonly writes: Act[]
  readonly edits: Act[]
}

interface Person {
  readonly account: string
  readonly role: string
  readonly token: string
  readonly tasks: Tasks
}

const WHOLE = { lawCompanyId: '', buildingId: '' }
const page = (n: number) => ({ currentPage: n, pageSize: 10 })

/** Mostly first pages. */
function listsOf(role: string, n: number): Act[] {
  const pages = page(1 + (n % 3))
  const shared = [
    act(building.list, pages),
    act(message.list, page(1)),
    act(building.list, { ...page(1), search: `${n % 100}` }),
  ]
  return role === 'government'
    ? [
        ...shared,
        act(building.list, { ...page(1), isAccess: '0,3' }),
        act(unitManagement.list, pages),
        act(account.list, pages),
        act(auditLog.list, {}),
      ]
    : [
        ...shared,
        act(problem.facilityList, pages),
        act(problem.runList, pages),
        act(checkin.statistic, {}),
        act(message.unreadCount, {}),
      ]
}

const dashboardOf = (role: string): Act =>
  role === 'government'
    ? act(callBatch.read, batchOf(authorityPartsOf()))
    : act(callBatch.read, batchOf(unitParts(WHOLE)))

/** A building's form, without its use. */
interface OwnForm extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly complexName: string
  readonly county: string
  readonly street: string
  readonly address: string
  readonly addressDetail: string
  readonly floorSpace: number
  readonly area: number
  readonly height: number
  readonly upperLevel: number
  readonly underLevel: number
  readonly constructId: string
  readonly buildingYear: number
}

async function tasksOf(db: Db, name: string): Promise<Tasks> {
  const { rows: unread } = await db.execute<{ id: string }>(sql`
    select r.id from message_receiver r join account a on a.id = r.account_id
    where a.account = ${name} and r.read_at is null and r.deleted_at is null`)
  const { rows: own } = await db.execute<OwnForm>(sql`
    select b.id, b.name, b.complex_name as "complexName", b.county, b.street_no as street, b.address, b.address_detail as "addressDetail",
      b.floor_space as "floorSpace", b.area, b.height, b.upper_level as "upperLevel", b.under_level as "underLevel",
      b.construct_id as "constructId", b.building_year as "buildingYear" from account a
    left join organ o on o.id = a.organ_id
    join building b on case when a.unit_id is null then b.county = coalesce(o.county, b.county)
      else exists (select from building_unit t where t.building_id = b.id and t.unit_id = a.unit_id) end
    where a.account = ${name} and b.id > 1000000 order by b.id limit 20`)
  const { rows: todo } = await db.execute<{ id: string }>(sql`
    select p.id from problem p join building_unit t on t.building_id = p.building_id join account a on a.unit_id = t.unit_id
    where a.account = ${name} and p.problem_type = 1 and p.todo_status = 0 limit 20`)
  const today = shanghaiDay(new Date())
  const { rows: marks } = await db.execute<{ day: string; free: boolean }>(sql`
    select d::date::text as day, not exists (select from checkin c where c.unit_id = a.unit_id and c.day = d::date) as free
    from account a, generate_series(${addDays(today, -29)}::date, ${today}::date, interval '1 day') d
    where a.account = ${name} and a.unit_id is not null and to_char(d, 'YYYY-MM') = ${today.slice(0, 7)}`)
  return {
    writes: [
      ...marks
        .filter(({ free }) => free)
        .map(({ day }) => (day === today ? act(checkin.checkIn, {}) : act(checkin.makeUp, { dateTime: day }))),
      ...unread.map(({ id }) => act(message.detail, { messageDetailId: id })),
      ...todo.map(({ id }) => act(problem.deal, { id })),
    ],
    edits: own.map(({ county, street, ...of }, n) =>
      act(buildingForm.edit, {
        iotBuildingBaseInfoVO: {
          ...of,
          natureId: String(1 + (n % 5)),
          areaData: JSON.stringify(['310000', '310100', county, street]),
        },
      }),
    ),
  }
}

interface Took {
  readonly kind: Kind
  readonly ms: number
  readonly call: string
}

async function live(person: Person, n: number, bases: readonly string[], until: number) {
  const rng = rngFor('load', n)
  const took: Took[] = []
  const errors: string[] = []
  const { writes, edits } = person.tasks
  const headers = { 'x-auth-token': person.token }
  const writeOf = (): Act | undefined => {
    const next = rng.chance(0.7) ? writes.splice(rng.int(0, Math.max(0, writes.length - 1)), 1)[0] : undefined
    return next ?? edits[rng.int(0, Math.max(0, edits.length - 1))]
  }
  await later(rng.int(0, THINK_MS[1]))
  while (performance.now() < until) {
    const draw = rng.int(1, 100)
    const kind: Kind = draw <= SHARE.list ? 'list' : draw <= SHARE.list + SHARE.dashboard ? 'dashboard' : 'write'
    const next =
      kind === 'list'
        ? rng.pick(listsOf(person.role, rng.int(0, 999)))
        : kind === 'dashboard'
          ? dashboardOf(person.role)
          : writeOf()
    if (next) {
      const { call, input } = next
      const { status, body, ms } = await ask(bases[rng.int(0, bases.length - 1)]!, call, input as never, headers)
      took.push({ kind, ms, call: call.id })
      if (body?.code !== 200)
        errors.push(`${call.id} ${status} ${body?.code} ${body?.message} ${JSON.stringify(input)}`.slice(0, 200))
    }
    await later(rng.int(...THINK_MS))
  }
  return { took, errors }
}

function tellTimes(took: readonly Took[], where: string): void {
  for (const kind of [...KINDS, 'any'] as const) {
    const times = took
      .filter((one) => kind === 'any' || one.kind === kind)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    const name = `${kind} of ${times.length}`
    tell({ name: `${name}, p50`, where, value: partOf(times, 0.5), unit: 'ms' })
    tell({ name: `${name}, p95`, where, value: partOf(times, 0.95), unit: 'ms', goal: '≤ 200' })
    tell({ name: `${name}, p99`, where, value: partOf(times, 0.99), unit: 'ms', goal: '≤ 400' })
  }
  const calls = [...new Set(took.map(({ call }) => call))].map((call) => {
    const times = took
      .filter((one) => one.call === call)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    return { call, n: times.length, p95: partOf(times, 0.95) }
  })
  for (const { call, n, p95 } of calls.toSorted((a, b) => b.p95 - a.p95))
    console.log(`  ${call}: ${n}, p95 ${Math.round(p95)} ms`)
}

/**
 * 80 % lists, 15 % dashboards, 5 % writes. BENCH_MINUTES, BENCH_PROCESSES; BENCH_DATABASE_URL keeps a city,
 * BENCH_SERVER_URL (commas) names running processes. @returns all goals hold
 */
export async function benchLoad(): Promise<boolean> {
  const database = await benchDatabase()
  const { opened } = await openProofCity(database.url)
  const servers: BuiltServer[] = []
  try {
    const there = process.env.BENCH_SERVER_URL?.split(',')
    if (!there) for (let i = 0; i < PROCESSES; i += 1) servers.push(await BuiltServer.start(database.url))
    const bases = there ?? servers.map((one) => one.url)
    const people: Person[] = []
    for (const { account: name, role } of await peopleOf(opened.db))
      people.push({
        account: name,
        role,
        token: await signedIn(opened.db, name, new Date()),
        tasks: await tasksOf(opened.db, name),
      })
    const writes = people.reduce((sum, { tasks }) => sum + tasks.writes.length, 0)
    console.log(
      `${people.length} people at ${bases.join(', ')}; ${writes} writes of theirs are made once, edits any time`,
    )
    const until = performance.now() + MINUTES * 60_000
    const lives = await Promise.all(people.map((person, n) => live(person, n, bases, until)))
    const took = lives.flatMap((one) => one.took)
    const errors = lives.flatMap((one) => one.errors)
    const where = `PostgreSQL, ${bases.length} processes, ${MINUTES} min, ${people.length} people`
    tellTimes(took, where)
    tell({ name: 'calls', where, value: took.length / (MINUTES * 60), unit: '/s' })
    tell({
      name: `errors of ${took.length}, %`,
      where,
      value: (errors.length * 100) / took.length,
      unit: '',
      goal: '≤ 0.1',
    })
    for (const error of errors.slice(0, 10)) console.log(`  ${error}`)
    const times = took.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return partOf(times, 0.95) <= 200 && partOf(times, 0.99) <= 400 && errors.length < took.length / 1000
  } finally {
    for (const server of servers) await server.remove()
    await opened.close()
    await database.stop()
  }
}
