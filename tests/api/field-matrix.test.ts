import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { buildingForm } from '#contract/building-form.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { makeEveryChange } from '../support/every-change.ts'
import { PROPOSED, sendJson } from '../support/register-forms.ts'
import { walkSchema } from '../support/walk-schema.ts'

const city = await openApi()
afterAll(() => city.close())

type Answer = 'at once' | 'by application' | 'not at all'

/** Each field of the contract. */
const FIELDS: Readonly<Record<string, { readonly is: 'register' | 'use' | 'inert'; readonly other: unknown }>> = {
  name: { is: 'register', other: '另一名称' },
  complexName: { is: 'register', other: '另一综合体' },
  areaData: { is: 'register', other: ['310000000000', '310100000000', '310115000000', '310115004000'] },
  addressDetail: { is: 'register', other: '另一地址' },
  address: { is: 'register', other: '上海市另一地址' },
  position: { is: 'register', other: [121.5, 31.3] },
  floorSpace: { is: 'register', other: '7' },
  area: { is: 'register', other: '19077' },
  height: { is: 'register', other: '99' },
  upperLevel: { is: 'register', other: '9' },
  underLevel: { is: 'register', other: '3' },
  constructId: { is: 'register', other: '2' },
  buildingYear: { is: 'register', other: '1999' },
  natureId: { is: 'use', other: '2' },
  // These repeat place and area of the form, or are derived.
  gisX: { is: 'inert', other: 121.9 },
  gisY: { is: 'inert', other: 31.9 },
  provinceNo: { is: 'inert', other: '320000' },
  cityNo: { is: 'inert', other: '320100' },
  county: { is: 'inert', other: '310115' },
  streetNo: { is: 'inert', other: '310115004' },
  heightId: { is: 'inert', other: '4' },
  status: { is: 'inert', other: '1' },
  version: { is: 'inert', other: 'another' },
  id: { is: 'inert', other: undefined },
}

const COLUMNS = [
  'name',
  'complexName',
  'provinceNo',
  'cityNo',
  'county',
  'streetNo',
  'addressDetail',
  'address',
  'gisX',
  'gisY',
  'crs',
  'floorSpace',
  'area',
  'height',
  'upperLevel',
  'underLevel',
  'natureId',
  'constructId',
  'buildingYear',
  'appKey',
] as const

const STATES = [
  'added, pending',
  'added, refused',
  'pre-registered',
  'claimed, pending',
  'claimed, refused',
  'approved',
  'changed, pending',
  'changed, refused',
] as const
type State = (typeof STATES)[number]

const ROLES = ['unit01', 'unit02', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01', null] as const
type Role = (typeof ROLES)[number]
const AUTHORITY: readonly Role[] = ['zongdui', 'zhidui', 'jingan']
const UNITS: readonly Role[] = ['unit01', 'unit02', 'wuye01']

type Call = 'add' | 'bind' | 'edit'

function expected(call: Call, role: Role, state: State, field: string): Answer {
  const { is } = FIELDS[field]!
  if (is === 'inert') return 'not at all'
  const waiting = is === 'use' ? 'at once' : 'by application'
  if (call === 'bind') {
    const isFree = state === 'pre-registered' || state === 'claimed, refused'
    return isFree && UNITS.includes(role) ? 'by application' : 'not at all'
  }
  if (call === 'add') {
    if (role !== 'unit01') return 'not at all'
    if (state === 'added, refused') return 'at once'
    if (state === 'claimed, refused') return 'by application'
    return state === 'changed, refused' ? waiting : 'not at all'
  }
  if (AUTHORITY.includes(role)) return role === 'jingan' && field === 'areaData' ? 'not at all' : 'at once'
  if (role !== 'unit01') return 'not at all'
  switch (state) {
    case 'added, refused':
      return 'at once'
    case 'approved':
    case 'changed, refused':
      return waiting
    case 'changed, pending':
      return is === 'use' ? 'at once' : 'not at all'
    default:
      return 'not at all'
  }
}

async function make(t: TestApi, state: State, id: number, unitId: number): Promise<void> {
  const { areaData: _, position, area, upperLevel, ...form } = PROPOSED
  const [kind] = state.split(',')
  const isPending = state.endsWith('pending')
  const isRefused = state.endsWith('refused')
  const now = t.clock.now()
  await t.db.insert(building).values({
    ...form,
    id,
    area: Number(area),
    upperLevel: Number(upperLevel),
    gisX: position[0]!,
    gisY: position[1]!,
    heightId: 3,
    provinceNo: '310000',
    cityNo: '310100',
    county: '310106',
    streetNo: '310106006',
    registered: kind !== 'added',
    approveStatus: isPending ? 0 : isRefused ? 1 : null,
    openProjectId: `OP-matrix-${id}`,
    appKey: 'k'.repeat(32),
    createdAt: now,
    modifiedAt: now,
  })
  if (state === 'pre-registered') return
  const times = { createdAt: now, modifiedAt: now }
  await t.db
    .insert(buildingUnit)
    .values({ buildingId: id, unitId, kind: 'bound', confirmed: kind !== 'claimed', ...times })
  if (state === 'approved') return
  const kinds = { added: 'building', claimed: 'registered', changed: 'change' } as const
  await t.db.insert(approval).values({
    buildingId: id,
    unitId,
    kind: kinds[kind as keyof typeof kinds],
    reason: '矩阵',
    changes: kind === 'added' ? null : { complexName: '等待中' },
    status: isRefused ? 2 : 0,
    appliedAt: now,
  })
}

const calls: Readonly<Record<Call, Endpoint>> = {
  add: buildingForm.add,
  bind: buildingForm.bind,
  edit: buildingForm.edit,
}
const inputOf = (call: Call, form: object) => (call === 'edit' ? { iotBuildingBaseInfoVO: form } : form)

const fieldsOf = (call: Call) => [
  ...new Set(
    walkSchema(calls[call].input)
      .filter(({ field }) => field)
      .map(({ path }) => path.replace(/^iotBuildingBaseInfoVO\.?/, ''))
      .filter(Boolean),
  ),
]

test(
  'every field of a building’s form changes at once, by application or never, by role and state',
  city.undone(async (t) => {
    for (const call of ['add', 'bind', 'edit'] as const)
      expect([call, fieldsOf(call).filter((field) => !(field in FIELDS))]).toEqual([call, []])
    const [unit01] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
    const places = new Map<State, number>()
    for (const [at, state] of STATES.entries()) {
      places.set(state, 910_001 + at)
      await make(t, state, 910_001 + at, unit01!.unitId!)
    }
    const tokens = new Map<Role, string>()
    for (const role of ROLES) tokens.set(role, role === null ? '' : await t.signIn(role))

    const read = async (id: number) => {
      const [row] = await t.db.select().from(building).where(eq(building.id, id))
      return JSON.stringify(COLUMNS.map((column) => row![column]))
    }
    const pendingOf = async (id: number) => {
      const open = and(eq(approval.buildingId, id), eq(approval.status, 0), sql`${approval.reason} <> '矩阵'`)
      return (await t.db.select().from(approval).where(open))[0]
    }
    const surprises: string[] = []
    let cells = 0
    let silent = 0
    for (const [state, id] of places) {
      const before = await read(id)
      for (const call of ['add', 'bind', 'edit'] as const)
        for (const field of fieldsOf(call))
          for (const role of ROLES) {
            cells += 1
            const { other } = FIELDS[field]!
            const form = { ...PROPOSED, id, ...(other !== undefined && { [field]: other }) }
            await t.db.execute(sql`savepoint cell`)
            const { code } = await sendJson(t, calls[call], inputOf(call, form), tokens.get(role)!)
            const asked = code === 200 ? await pendingOf(id) : undefined
            const changed = code === 200 && (await read(id)) !== before
            const proposed = Object.keys(asked?.changes ?? {}).length > 0
            const got: Answer = changed ? 'at once' : proposed ? 'by application' : 'not at all'
            const wanted = expected(call, role, state, field)
            if (got !== wanted) surprises.push(`${call} ${field} by ${role} when ${state}: ${got}, not ${wanted}`)
            const isTheirs = AUTHORITY.includes(role) || state.startsWith('added') || FIELDS[field]!.is === 'use'
            if (changed && !isTheirs) silent += 1
            await t.db.execute(sql`rollback to savepoint cell`)
          }
    }
    console.log(
      `${cells} cells, ${surprises.length} surprises; the register was changed ${silent} times without the authority`,
    )
    expect(surprises.slice(0, 40)).toEqual([])
    expect(silent).toBe(0)
  }),
  600_000,
)

test(
  'every change leaves the authority’s register unchanged, unless the authority makes it',
  city.undone(async (t) => {
    const columns = COLUMNS.filter((column) => column !== 'natureId' && column !== 'appKey')
    const registered = async () => {
      const rows = await t.db.select().from(building).where(eq(building.registered, true)).orderBy(building.id)
      return new Map(rows.map((row) => [row.id, JSON.stringify(columns.map((column) => row[column]))]))
    }
    const before = await registered()
    await makeEveryChange(t)
    const after = await registered()
    expect([...before].filter(([id, values]) => after.get(id) !== values)).toEqual([])
  }),
  120_000,
)
