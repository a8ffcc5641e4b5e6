import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { isSigned, may } from '#contract/access.ts'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { toWireTime } from '#contract/time.ts'
import { openApi } from '../support/api-context.ts'
import { CALLERS } from '../support/callers.ts'
import { CANARY, type Kind, NOWHERE, ownAndForeign, type Things } from '../support/foreign-objects.ts'
import { FORM, UNIT_FORM } from '../support/register-forms.ts'
import { walkSchema } from '../support/walk-schema.ts'

const city = await openApi()
const t = await city.lasting()
afterAll(() => city.close())

const KIND_OF_NAME: Readonly<Record<string, Kind>> = {
  buildingId: 'building',
  relationId: 'building',
  lawCompanyId: 'unit',
  lawCompanyIds: 'unit',
  companyId: 'unit',
  wuyeId: 'unit',
  unitId: 'unit',
  isvId: 'provider',
  iotProviderId: 'provider',
  messageId: 'message',
  messageDetailId: 'message',
  openProjectId: 'project',
  provideKey: 'projectKey',
  url: 'upload',
  pointId: 'point',
}

const KIND_OF_ID: Readonly<Record<string, Kind>> = {
  account: 'account',
  alarm: 'alarm',
  buildingForm: 'building',
  curve: 'point',
  floorPlan: 'plan',
  point: 'point',
  problem: 'problem',
  record: 'point',
  recordExport: 'point',
  unit: 'unit',
}

const PUBLIC =
  /(^|\.)(apiId|systemId|organId|sysOrganId|heightId|natureId|constructId|approveId|provinceId|typeId)$|^(portal|publishing)\./

/** Parameters meant for objects of others. */
const MEANT: Readonly<Record<string, string>> = {
  'tenancy.bind lawCompanyId': 'any unit may settle in a building',
  'buildingForm.bind id':
    'a pre-registered building is nobody’s; others’ are tested below it all the same by buildingForm.edit',
}

const BUILDING_FORM = { ...FORM, name: '探测大厦', complexName: '探测中心' }

const SETTLED = { enterTime: '2026-03-01 00:00:00', enterArea: 10, label: '承租单位' }

const MANAGED = { ...UNIT_FORM, name: '上海探测商贸有限公司', regName: '上海探测商贸有限公司', belongBuilding: 1 }

const REST: Readonly<Record<string, object>> = {
  'account.enable': { status: 0 },
  'account.rename': { account: 'probe-name' },
  'alarm.verdict': { verdict: 1 },
  'alarm.undo': { act: 'ack' },
  'approval.submit': { applyReason: '探测', specialApproveData: [['2']], approveType: 1 },
  'buildingForm.add': BUILDING_FORM,
  'buildingForm.edit': { iotBuildingBaseInfoVO: BUILDING_FORM },
  'checkin.makeUp': { dateTime: '2026-03-02' },
  'account.add': { account: 'probe-name', companyName: '探测' },
  'dutyContact.save': { rank: 1, name: '探测', phone: '13800000001' },
  'shelf.create': { reason: 'test', untilTime: toWireTime(new Date(t.clock.now().getTime() + 3_600_000)) },
  'dutyCheck.savePlan': { everyMinutes: 60 },
  'webhook.save': { address: 'https://example.com/hook' },
  'floorPlan.put': { floor: '探测' },
  'floorPlan.place': { version: 1, places: [{ at: { x: 0.5, y: 0.5 } }] },
  'floorPlan.remove': { version: 1 },
  'point.edit': { floor: '探测' },
  'record.fires': { apiId: 1 },
  'record.faults': { apiId: 2 },
  'record.shields': { apiId: 3 },
  'record.actions': { apiId: 4 },
  'record.devices': { apiId: 5 },
  'record.series': { apiId: 6 },
  'record.items': { systemId: 1 },
  'recordExport.list': { apiType: 1, apiId: 1 },
  'approval.judge': { apiId: 1 },
  'unit.save': { lawCompany: MANAGED, iotBuildingEnterCompanies: [SETTLED] },
  'pack.parts': { names: 'detail' },
  'checkin.month': { month: '2026-02' },
  'tenancy.bind': SETTLED,
  'tenancy.update': SETTLED,
}

interface Parameter {
  readonly path: string
  readonly kind: Kind
  readonly needed: boolean
}

/** One point's history, a unit with its building. */
const isNeeded = (call: Endpoint, path: string, schema: object) =>
  (schema as { type: string }).type !== 'optional' ||
  (['record.history', 'recordExport.series'].includes(call.id) && path === 'id') ||
  path === 'iotBuildingEnterCompanies[].buildingId'

function parametersOf(call: Endpoint): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const { path, field, schema } of walkSchema(call.input)) {
    const name = path.split('.').pop() ?? ''
    if (!field || found.has(path) || PUBLIC.test(path) || PUBLIC.test(call.id)) continue
    const kind = name === 'id' ? KIND_OF_ID[call.group] : KIND_OF_NAME[name]
    if (kind) found.set(path, { path, kind, needed: isNeeded(call, path, schema) })
  }
  return [...found.values()]
}

/** New calls are covered. */
test('every parameter that names an object is of a known kind', () => {
  const unknown = endpoints()
    .filter(({ access }) => !isSigned(access))
    .flatMap((call) => {
      const known = new Set(parametersOf(call).map(({ path }) => path))
      return walkSchema(call.input)
        .filter(({ path, field }) => field && /(^|\.|[a-z])(id|Id)$/.test(path) && !known.has(path))
        .map(({ path }) => `${call.id} ${path}`)
        .filter((name) => !PUBLIC.test(name.split(' ')[1] ?? '') && !PUBLIC.test(name))
    })
  expect([...new Set(unknown)]).toEqual(KNOWN_OTHERWISE)
})

const KNOWN_OTHERWISE: readonly string[] = [
  'batch.read calls[].id',
  // The caller's own list.
  'delivery.list alarmId',
  'delivery.export alarmId',
  // `duty-check.test.ts`
  'dutyCheck.savePlan id',
  'dutyCheck.removePlan id',
  // `alarm-people.test.ts`
  'dutyContact.save id',
  'dutyContact.remove id',
  'dutyContact.test id',
  'dutyContact.bindLink id',
  'dutyContact.unbind id',
  // `provider-console.test.ts`
  'providerConsole.received projectId',
  // `shelf.test.ts`
  'shelf.end id',
  // `webhook.test.ts`
  'webhook.save id',
  'webhook.disable id',
  'webhook.resend id',
]

function put(input: Record<string, unknown>, path: string, value: string): void {
  const at = path.indexOf('[].')
  if (at >= 0) {
    const [first] = (input[path.slice(0, at)] ?? []) as object[]
    input[path.slice(0, at)] = [{ ...first, [path.slice(at + 3)]: value }]
    return
  }
  const [head = '', ...rest] = path.split('.')
  if (rest.length === 0) input[head] = value
  else put((input[head] ??= {}) as Record<string, unknown>, rest.join('.'), value)
}

/** One parameter of another's. */
function inputOf(call: Endpoint, own: Things, swapped?: { parameter: Parameter; things: Things }) {
  const input = structuredClone(REST[call.id] ?? {}) as Record<string, unknown>
  for (const parameter of parametersOf(call)) {
    const isSwapped = swapped?.parameter.path === parameter.path
    // Of others it grants nothing.
    const isItsKey = swapped?.parameter.kind === 'project' && parameter.kind === 'projectKey'
    if (isSwapped || isItsKey) put(input, parameter.path, swapped.things[parameter.kind])
    else if (parameter.needed) put(input, parameter.path, own[parameter.kind])
  }
  return input
}

async function ask(call: Endpoint, input: Record<string, unknown>, token: string) {
  const isQuery = call.encoding === 'query'
  const headers: Record<string, string> = { 'x-auth-token': token, 'x-forwarded-for': '198.51.100.9' }
  let body: FormData | string | undefined
  if (call.encoding === 'multipart') {
    body = new FormData()
    for (const [name, value] of Object.entries(input)) body.append(name, String(value))
    body.append('file', new File(['设备编号,点位编号\n1,1'], '点位.csv', { type: 'text/csv' }))
  } else if (call.encoding === 'form') body = new URLSearchParams(input as Record<string, string>).toString()
  else if (!isQuery) body = JSON.stringify(input)
  if (call.encoding === 'form') headers['content-type'] = 'application/x-www-form-urlencoded'
  if (call.encoding === 'json' || call.encoding === 'any') headers['content-type'] = 'application/json'
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  const response = await t.api.request(call.path + query, {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { text, ...(JSON.parse(text) as Envelope) }
}

async function digests(): Promise<Record<string, string>> {
  const plumbing = new Set(['audit', 'session', 'rate_limit', 'download', 'picture_code', 'idempotency', 'ticket'])
  const { rows } = await t.db.execute<{ name: string }>(
    sql.raw(`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    if (plumbing.has(name)) continue
    const { rows: sums } = await t.db.execute<{ n: string }>(
      sql.raw(`select count(*) || ':' || coalesce(sum(hashtext(x::text)::bigint), 0) as n from "${name}" x`),
    )
    found[name] = sums[0]?.n ?? ''
  }
  return found
}

const people = Object.values(CALLERS).filter(
  ({ account }) => account !== null && ['unit01', 'wuye01', 'jingan', 'isv01', 'unit02'].includes(account),
)

test('every parameter with an object of others answers as for a missing object, returns no data and changes no row', async () => {
  const calls = endpoints().filter(({ access }) => !isSigned(access) && access !== 'public')
  const everyone = []
  for (const { account, actor } of people) {
    const who = account ?? ''
    if (actor) everyone.push({ who, actor, ...(await ownAndForeign(t, who)) })
  }
  const tokens = new Map<string, string>()
  for (const { who } of everyone) tokens.set(who, await t.signIn(who))
  const before = await digests()
  const wrong: string[] = []
  let probes = 0
  for (const { who, actor, own, foreign } of everyone)
    for (const call of calls) {
      if (!may(call.access, actor)) continue
      // Entered by the authority only.
      if (call.id === 'unit.save' && actor.role !== 'government') continue
      const parameters = parametersOf(call).filter(({ path }) => MEANT[`${call.id} ${path}`] === undefined)
      if (parameters.length === 0) continue
      // Only the swapped id differs.
      if (!call.effect) {
        const { code, message } = await ask(call, inputOf(call, own), tokens.get(who)!)
        if (code === 400) wrong.push(`${who} ${call.id} of one's own: ${code} ${message}`)
      }
      for (const parameter of parameters) {
        probes += 1
        t.clock.pass(1000)
        const told = await ask(call, inputOf(call, own, { parameter, things: foreign }), tokens.get(who)!)
        const nothing = await ask(call, inputOf(call, own, { parameter, things: NOWHERE }), tokens.get(who)!)
        const name = `${who} ${call.id} ${parameter.path}`
        if (told.text.includes(CANARY + who)) wrong.push(`${name}: leaks`)
        const isSame = told.code === nothing.code && JSON.stringify(told.data) === JSON.stringify(nothing.data)
        // Public: filters to no rows.
        const isOpen = parameter.kind === 'provider' && told.code === 200
        if (!isSame && !isOpen) wrong.push(`${name}: ${told.code} ${told.message}, nowhere: ${nothing.code}`)
        if (call.effect && told.code === 200) wrong.push(`${name}: was done`)
        const isReached = Object.keys(told.errors ?? {}).some(
          (at) => at.split('.')[0] === parameter.path.split(/[.[]/)[0],
        )
        if (call.effect && told.code === 400 && !isReached) wrong.push(`${name}: not reached: ${told.text}`)
      }
    }
  const after = await digests()
  console.log(`${probes} probes of ${calls.length} calls by ${everyone.length} people; ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(after).toEqual(before)
  expect(probes).toBeGreaterThanOrEqual(300)
}, 120_000)
