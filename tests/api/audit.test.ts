import { and, eq, isNull, sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { account as accounts } from '#contract/account.ts'
import { endpoints } from '#contract/all.ts'
import { approval as approvals } from '#contract/approval.ts'
import { type AuditRow, auditLog } from '#contract/audit-log.ts'
import { auth } from '#contract/auth.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as buildings } from '#contract/building.ts'
import { checkin as checkins } from '#contract/checkin.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ingest } from '#contract/ingest.ts'
import { message as messages } from '#contract/message.ts'
import { point as points } from '#contract/point.ts'
import { problem as problems } from '#contract/problem.ts'
import { provider as providers } from '#contract/provider.ts'
import { publishing } from '#contract/publishing.ts'
import { push } from '#contract/push.ts'
import { tenancy } from '#contract/tenancy.ts'
import { toWireTime } from '#contract/time.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { unit as units, type UnitDetail } from '#contract/unit.ts'
import { upload as uploads } from '#contract/upload.ts'
import { FIRST_PROVIDER_ID } from '#mocks/seed/provider.ts'
import { account } from '#server/account/account.table.ts'
import { approval } from '#server/approval/approval.table.ts'
import { dropOldAudit } from '#server/audit-log/drop-old-audit.ts'
import { audit } from '#server/audit/audit.table.ts'
import { building, buildingUnit } from '#server/building/building.table.ts'
import { messageReceiver } from '#server/message/message.table.ts'
import { point } from '#server/point/point.table.ts'
import { problem } from '#server/problem/problem.table.ts'
import { provider } from '#server/provider/provider.table.ts'
import { unit } from '#server/unit/unit.table.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 3_600_000
const NEW_PASSWORD = 'Another@119'

/** Changes that leave no line, each with the decision that says why. */
const WITHOUT_A_LINE: Readonly<Record<string, string>> = {
  'auth.picture': 'guards the way in; a row a picture would drown the rest',
  'auth.sendCode': 'guards the way in, as pictures do',
  'portal.informationDetail': 'a visitor is nobody the audit could name (decision 22)',
  'ingest.events': 'the record is itself the evidence (decision 63)',
  'ingest.readings': 'the record is itself the evidence (decision 63)',
}

async function ok<E extends Endpoint>(t: TestApi, token: string | null, call: E, input: object) {
  const { body } = await t.call(call, input as never, token)
  expect([call.id, body.code, body.message, body.errors]).toEqual([call.id, 200, body.message, undefined])
  return body.data as never
}

async function send(t: TestApi, token: string, call: Endpoint, input: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value as string | Blob)
  const asForm = call.encoding === 'multipart'
  const response = await t.api.request(call.path, {
    method: 'POST',
    headers: {
      'x-forwarded-for': '192.0.2.1',
      'x-auth-token': token,
      ...(!asForm && { 'content-type': 'application/json' }),
    },
    body: asForm ? form : JSON.stringify(input),
  })
  const body = (await response.json()) as { code: number; message: string; data: never; errors?: object }
  expect([call.id, body.code, body.message, body.errors]).toEqual([call.id, 200, body.message, undefined])
  return body.data
}

const own = async (t: TestApi, name: string) => (await t.db.select().from(account).where(eq(account.account, name)))[0]!

const BUILDING = {
  name: '审计大厦',
  complexName: '审计中心',
  areaData: ['310000000000', '310100000000', '310106000000', '310106006000'],
  addressDetail: '南京西路1号',
  address: '上海市静安区南京西路1号',
  position: [121.46, 31.23],
  floorSpace: 1200.5,
  area: '18000',
  height: 30,
  upperLevel: '8',
  underLevel: 0,
  heightId: '1',
  natureId: '1',
  constructId: '4',
  buildingYear: 2010,
}

const ofBuildings = async (t: TestApi, unitId: number) =>
  t.db
    .select({ id: building.id, providerId: building.providerId, openProjectId: building.openProjectId })
    .from(building)
    .innerJoin(buildingUnit, eq(buildingUnit.buildingId, building.id))
    .where(and(eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound'), isNull(building.approveStatus)))
    .orderBy(building.id)

async function ask(t: TestApi, buildingId: number, unitId: number): Promise<number> {
  const [row] = await t.db
    .insert(approval)
    .values({ buildingId, unitId, kind: 'access', reason: '设备共用', types: [['2']], appliedAt: t.clock.now() })
    .returning()
  return row!.id
}

/** Everything anybody can change, each once. */
async function makeEveryChange(t: TestApi): Promise<void> {
  const unit01 = await own(t, 'unit01')
  const unitId = unit01.unitId!
  const served = await ofBuildings(t, unitId)
  const [first, second] = served
  const [device] = await t.db.select().from(point).where(eq(point.buildingId, first!.id)).orderBy(point.id)
  const [todo] = await t.db
    .select({ id: problem.id })
    .from(problem)
    .where(and(eq(problem.buildingId, first!.id), isNull(problem.solvedAt)))

  // The unit's day.
  let token = await t.signIn('unit01')
  const endpoint = 'https://push.example.com/own'
  await send(t, token, push.subscribe, { endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) })
  await send(t, token, push.unsubscribe, { endpoint })
  await ok(t, token, checkins.checkIn, { lawCompanyId: unitId })
  await t.db.execute(sql`delete from checkin where unit_id = ${unitId} and day = '2026-03-20'`)
  await ok(t, token, checkins.makeUp, { lawCompanyId: unitId, dateTime: '2026-03-20' })
  const boxes = await t.db
    .select()
    .from(messageReceiver)
    .where(
      and(eq(messageReceiver.accountId, unit01.id), isNull(messageReceiver.deletedAt), isNull(messageReceiver.readAt)),
    )
  await ok(t, token, messages.detail, { messageDetailId: boxes[0]!.id })
  await ok(t, token, messages.delete, { messageId: boxes[0]!.id })
  await t.db
    .update(problem)
    .set({ todoStatus: 0 })
    .where(eq(problem.id, todo?.id ?? 0))
  await send(t, token, points.edit, { id: device!.id, floor: '9层', zone: 'A区', descript: '审计' })
  const where = { openProjectId: first!.openProjectId, buildingId: first!.id }
  const table = await ok(t, token, points.export, where)
  const file = await (await t.api.request(table)).blob()
  await send(t, token, points.import, {
    openProjectId: where.openProjectId,
    buildingId: String(first!.id),
    file: new File([file], 'p.xlsx'),
  })
  await send(t, token, points.delete, { id: device!.id })
  const [open] = await t.db
    .select({ id: problem.id })
    .from(problem)
    .innerJoin(buildingUnit, eq(buildingUnit.buildingId, problem.buildingId))
    .where(
      and(
        eq(buildingUnit.unitId, unitId),
        eq(problem.problemType, 1),
        isNull(problem.solvedAt),
        eq(problem.todoStatus, 0),
      ),
    )
  await send(t, token, problems.deal, { id: open!.id })
  const url = await send(t, token, uploads.store, { file: new File([jpeg()], 'a.jpg', { type: 'image/jpeg' }) })
  await send(t, token, approvals.submit, {
    applyReason: '水箱与相邻建筑共用',
    approveAccessAttachmentList: [{ url }],
    buildingId: first!.id,
    specialApproveData: [['2']],
    approveType: 1,
  })
  const { rows: strangers } = await t.db.execute<{
    id: string
  }>(sql`select u.id from ${unit} u where u.county = '310106'
    and not exists (select 1 from ${buildingUnit} b where b.unit_id = u.id and b.building_id = ${second!.id}) limit 1`)
  const tie = { buildingId: second!.id, lawCompanyId: Number(strangers[0]!.id) }
  const told = { enterTime: '2026-03-01 00:00:00', enterArea: 80, label: '租户' }
  const { COMPANY_LABELS } = await import('#server/dictionary/entries.ts')
  await send(t, token, tenancy.bind, { ...tie, ...told, label: COMPANY_LABELS[0]!.name })
  await send(t, token, tenancy.break, tie)
  await send(t, token, buildingForm.add, BUILDING)
  await t.db.insert(building).values({
    id: 900_001,
    name: '预登记大厦',
    complexName: '预登记中心',
    provinceNo: '310000',
    cityNo: '310100',
    county: '310106',
    streetNo: '310106006',
    openProjectId: 'OP-900001',
    appKey: 'k'.repeat(32),
    createdAt: t.clock.now(),
    modifiedAt: t.clock.now(),
  })
  await send(t, token, buildingForm.bind, { ...BUILDING, id: 900_001, name: '绑定大厦' })
  const [, , third] = served
  await send(t, token, buildingForm.edit, { iotBuildingBaseInfoVO: { ...BUILDING, id: third!.id, name: '改名大厦' } })
  const withProvider = served.slice(1).find(({ providerId }) => providerId !== null)
  await ok(t, token, buildings.releaseProvider, { buildingId: withProvider!.id })
  await ok(t, token, buildings.release, { buildingId: second!.id })
  await send(t, token, auth.revealSecret, { password: PASSWORD })
  const mine = (await ok(t, token, units.detail, {})) as UnitDetail
  const saved = { ...mine, useName: '审计常用名', type: '1', dwLicense: mine.dwLicense ?? '91310106MA1FY0000X' }
  const people = { contactsName: '王二', safeDutyName: '王三', safeManagerName: '王四', legalName: '王一' }
  await send(t, token, units.save, {
    lawCompany: {
      ...saved,
      ...people,
      legalPhone: '13800000001',
      contactsPhone: '13800000002',
      safeDutyPhone: '13800000003',
      safeManagerPhone: '13911112222',
      formattedAddress: '上海市静安区某路1号',
      address: '静安区某路1号',
      addressDetail: '静安区某路1号2层',
      buildTime: '2015-06-01 00:00:00',
      sysOrganId: mine.sysOrganId ?? '42',
      gisX: 121.45,
      gisY: 31.25,
    },
    iotBuildingEnterCompanies: [],
  })
  await ok(t, token, units.completeInformation, {})
  await ok(t, token, auth.ticket, {})
  await ok(t, token, auth.changePassword, {
    account: 'unit01',
    oldPassword: PASSWORD,
    password: NEW_PASSWORD,
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  })
  token = await t.signIn('unit01', NEW_PASSWORD)
  await ok(t, token, auth.signOut, {})
  const phone = (await own(t, 'unit01')).phone!
  await ok(t, null, auth.sendCode, { phone })
  await ok(t, null, auth.recover, { phone, checkCode: t.sent.at(-1)!.code })
  await ok(t, null, auth.resetPassword, { phone, password: PASSWORD, confirmPassword: PASSWORD })
  t.clock.pass(61_000)
  await ok(t, null, auth.sendCode, { phone })
  await ok(t, null, auth.unifiedSignIn, { phone, checkCode: t.sent.at(-1)!.code })

  // The authority's.
  const city2 = await t.signIn('zhidui')
  const applications = [await ask(t, third!.id, unitId)]
  await ok(t, city2, approvals.agree, { approveId: applications[0] })
  await ok(t, city2, approvals.refuse, { approveId: await ask(t, third!.id, unitId), refuseReason: '请补充照片' })
  const [waiting] = await t.db.select().from(provider).where(eq(provider.status, 2))
  await ok(t, city2, providers.audit, { isvId: waiting!.id, status: 1 })
  const { rows: without } = await t.db.execute<{ id: string }>(
    sql`select u.id from ${unit} u where not exists (select 1 from ${account} a where a.unit_id = u.id)
      and not exists (select 1 from ${buildingUnit} b where b.unit_id = u.id and b.kind = 'bound')
      and not exists (select 1 from ${approval} p where p.unit_id = u.id) limit 1`,
  )
  const companyId = Number(without[0]!.id)
  const added = (await ok(t, city2, accounts.add, { account: 'audit-unit', companyId })) as { id: string }
  await ok(t, city2, accounts.rename, { id: added.id, account: 'audit-unit-2' })
  await ok(t, city2, accounts.resetPassword, { id: added.id })
  await ok(t, city2, accounts.enable, { id: added.id, status: 1 })
  await ok(t, city2, unitManagement.remove, { lawCompanyId: companyId })
  const item = (await send(t, city2, publishing.save, { kind: 0, title: '公告', bodyHtml: '<p>正文</p>' })) as {
    id: string
  }
  const at = { kind: 0, id: item.id }
  await send(t, city2, publishing.pin, { ...at, version: 1, sequence: 3 })
  await send(t, city2, publishing.publish, { ...at, version: 2 })
  await send(t, city2, publishing.withdraw, { ...at, version: 3 })
  const gone = (await send(t, city2, publishing.save, { kind: 0, title: '草稿', bodyHtml: '' })) as { id: string }
  await send(t, city2, publishing.remove, { kind: 0, id: gone.id, version: 1 })

  // A provider's program.
  const [site] = await t.db.select().from(building).where(eq(building.providerId, FIRST_PROVIDER_ID)).limit(1)
  const program = programOf(t, FIRST_PROVIDER_ID)
  const [known] = await t.db.select().from(point).where(eq(point.buildingId, site!.id)).limit(1)
  const registered = await program.call(ingest.registerPoints, {
    items: [
      {
        projectId: site!.openProjectId,
        pointNumber: 'AUDIT-1',
        deviceNo: 'AUDIT-1',
        deviceName: '烟感',
        apiId: known!.apiId,
        deviceType: known!.deviceType,
      },
    ],
  } as never)
  expect([registered.code, registered.errors]).toEqual([200, undefined])
  const transmitter = await program.call(ingest.registerTransmitter, {
    projectId: site!.openProjectId,
    address: '119119',
    name: '传输装置',
  } as never)
  expect([transmitter.code, transmitter.errors]).toEqual([200, undefined])
}

const read = async (t: TestApi, token: string, input: object = {}) => {
  const { body } = await t.call(auditLog.list, { pageSize: 100, ...input } as never, token)
  expect(body).toMatchObject({ code: 200 })
  return body.data as unknown as { list: AuditRow[]; next: string | null }
}

test('every change has its words, and no words stand for what is none', () => {
  const told = endpoints().filter((call) => call.effect && !(call.id in WITHOUT_A_LINE))
  expect(told.filter(({ id }) => !(auditAction.codes as string[]).includes(id)).map(({ id }) => id)).toEqual([])
  expect(auditAction.codes.filter((id) => !told.some((call) => call.id === id))).toEqual([])
})

describe('every change anybody can make', () => {
  test(
    'leaves a line: who, from where, what, before and after; and no line holds a password, a token, a phone or a key',
    city.undone(async (t) => {
      const since = toWireTime(t.clock.now())
      await makeEveryChange(t)
      const rows = await t.db.select().from(audit)
      const done = new Set(rows.map(({ action }) => action))
      const changes = endpoints().filter((call) => call.effect)
      const silent = changes.filter(({ id }) => !done.has(id)).map(({ id }) => id)
      expect(silent).toEqual(changes.filter(({ id }) => id in WITHOUT_A_LINE).map(({ id }) => id))
      console.log(
        `${done.size} of ${changes.length} calls that change something left a line; ${silent.length} are named`,
      )

      for (const row of rows) {
        expect(row.address).toBeTruthy()
        expect(row.requestId).toBeTruthy()
        const isProgram = row.action.startsWith('ingest.')
        expect([row.action, row.account !== null]).toEqual([row.action, !isProgram])
      }
      const edits =
        /^(account\.(rename|enable)|unit\.save|buildingForm\.(edit|bind)|building\.releaseProvider|point\.edit|problem\.deal|approval\.(agree|refuse)|provider\.audit|publishing\.(publish|withdraw|pin)|unit\.completeInformation)$/
      const halves = rows.filter(
        ({ action, detail }) => edits.test(action) && !('before' in detail && 'after' in detail),
      )
      expect(halves.map(({ action }) => action)).toEqual([])

      const text = JSON.stringify(rows)
      const phones = await t.db.select({ phone: account.phone }).from(account)
      const keys = await t.db.select({ key: unit.appKey, secret: unit.secret }).from(unit)
      const buildingKeys = await t.db.select({ key: building.appKey }).from(building)
      const secrets = [
        PASSWORD,
        NEW_PASSWORD,
        '13911112222',
        ...phones.map(({ phone }) => phone),
        ...keys.flatMap(({ key, secret }) => [key, secret]),
        ...buildingKeys.map(({ key }) => key),
        ...t.sent.map(({ code }) => `"${code}"`),
      ].filter((secret): secret is string => Boolean(secret))
      expect(secrets.length).toBeGreaterThan(50)
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(text).not.toMatch(/\$argon2|"1[3-9]\d{9}"/)

      // And the authority reads all of it, in words.
      const token = await t.signIn('zongdui')
      const { list } = await read(t, token, { startTime: since })
      const unsaid = list.filter(({ action }) => auditAction.label(action) === action)
      expect(unsaid).toEqual([])
      const raw = list.flatMap(({ changes: lines }) => lines.filter(({ field }) => /^[a-zA-Z]+$/.test(field)))
      expect(raw.map(({ field }) => field)).toEqual([])
      const edited = list.find(({ action }) => action === 'point.edit')
      expect(edited).toMatchObject({ account: 'unit01', address: '192.0.2.1' })
      expect(edited!.changes).toContainEqual({ field: '楼层', before: expect.any(String), after: '9层' })
    }),
    120_000,
  )
})

describe('the audit in the database', () => {
  const refused = (t: TestApi, statement: string) =>
    expect(t.db.transaction((tx) => tx.execute(statement))).rejects.toThrow(/Failed query/)

  test(
    'takes no change, no deletion and no emptying, whoever asks and whatever they claim to be',
    city.undone(async (t) => {
      await t.signIn('unit01')
      const before = await t.db.select().from(audit)
      expect(before.length).toBeGreaterThan(0)
      await refused(t, "update audit set detail = '{}'")
      await refused(t, 'delete from audit')
      await refused(t, 'truncate audit')
      await t.db.insert(audit).values({ at: new Date(), action: 'auth.signIn', detail: {} })
      await t.db.execute("select set_config('audit.sweep', 'on', true)")
      await refused(t, "delete from audit where at > now() - interval '1 day'")
      await refused(t, "update audit set action = 'x'")
    }),
  )

  test(
    'gives up what is beyond retention to the sweep alone, and nothing of the last 180 days',
    city.undone(async (t) => {
      const now = new Date()
      const aged = (days: number) => ({ at: new Date(now.getTime() - days * DAY), action: 'auth.signIn', detail: {} })
      await t.db.insert(audit).values([aged(1200), aged(800), aged(100), aged(0)])
      expect(await dropOldAudit(t.db, now, 1095)).toBe(1)
      expect(await t.db.$count(audit)).toBe(3)
      expect(await dropOldAudit(t.db, now, 400)).toBe(1)
      // A setting below the law's span would be refused at the start; the database refuses it too.
      await expect(t.db.transaction((tx) => dropOldAudit(tx as never, now, 30))).rejects.toThrow(/Failed query/)
      expect(await t.db.$count(audit)).toBe(2)
    }),
  )
})

describe('reading the audit', () => {
  test(
    'is the authority’s; a district sees what its own accounts did, whoever else did what there',
    city.undone(async (t) => {
      for (const name of ['unit01', 'unit02', 'wuye01', 'isv01']) {
        const token = await t.signIn(name)
        expect((await t.call(auditLog.list, {}, token)).body.code).toBe(403)
      }
      const district = await t.signIn('jingan')
      const { rows } = await t.db.execute<{ n: number }>(sql`select count(*)::int as n from audit l
        left join account a on a.id = l.account_id left join unit u on u.id = a.unit_id
        left join organ o on o.id = a.organ_id left join provider p on p.id = a.provider_id
        where coalesce(u.county, o.county, p.county) = '310106'`)
      const seen = (await read(t, district)).list
      expect(seen).toHaveLength(rows[0]!.n)
      expect(seen.length).toBeGreaterThan(0)
      const all = (await read(t, await t.signIn('zongdui'))).list
      expect(all.length).toBeGreaterThan(seen.length)
      expect(
        (await read(t, district, { account: 'isv01', object: '', action: '' })).list.every(({ id }) =>
          seen.some((row) => row.id === id),
        ),
      ).toBe(true)
    }),
  )

  test(
    'goes on behind the last row, whatever arrives meanwhile, and is narrowed by time, account, action and object',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const unit01 = await own(t, 'unit01')
      const [one] = await ofBuildings(t, unit01.unitId!)
      const at = (minutes: number) => new Date(t.clock.now().getTime() - minutes * 60_000)
      await t.db.insert(audit).values(
        Array.from({ length: 45 }, (_, n) => ({
          at: at(60 + Math.floor(n / 3)),
          action: n % 2 === 0 ? 'point.edit' : 'buildingForm.edit',
          accountId: unit01.id,
          account: 'unit01',
          detail: { buildingId: n % 5 === 0 ? one!.id : -1, before: { floor: '1' }, after: { floor: '2' } },
        })),
      )
      const until = toWireTime(at(59))
      const seen: string[] = []
      let cursor = ''
      for (let turn = 0; turn < 10; turn += 1) {
        const page = await read(t, token, { pageSize: 10, endTime: until, cursor })
        seen.push(...page.list.map(({ id }) => id))
        await t.db.insert(audit).values({ at: t.clock.now(), action: 'auth.signIn', detail: {} })
        if (page.next === null) break
        cursor = page.next
      }
      const { rows } = await t.db.execute<{ id: string }>(
        sql`select id from audit where at <= ${at(59).toISOString()}::timestamptz order by at desc, id desc`,
      )
      expect(seen).toEqual(rows.map(({ id }) => String(id)))
      expect(seen.length).toBeGreaterThanOrEqual(45)

      const count = async (input: object) => (await read(t, token, { endTime: until, ...input })).list.length
      expect(await count({ action: 'point.edit' })).toBe(23)
      expect(await count({ account: 'unit01', action: 'buildingForm.edit' })).toBe(22)
      expect(await count({ account: '没有这个人' })).toBe(0)
      expect(await count({ object: `building:${one!.id}` })).toBe(9)
      const [named] = await t.db.select().from(building).where(eq(building.id, one!.id))
      expect(await count({ object: named!.name, action: 'point.edit' })).toBeGreaterThanOrEqual(4)
      expect(await count({ object: '没有这栋楼' })).toBe(0)
      expect(await count({ startTime: toWireTime(at(64)), action: 'point.edit' })).toBeLessThan(23)
      for (const wrong of [{ action: "x' or 1=1" }, { cursor: 'abc' }, { startTime: '昨天' }])
        expect((await t.call(auditLog.list, wrong as never, token)).body.code).toBe(400)
    }),
  )

  test(
    'is exported as it is filtered, before and after in words',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      await t.signIn('unit02')
      const { body } = await t.call(auditLog.export, { account: 'unit02' } as never, token)
      const file = await t.api.request(body.data as unknown as string)
      const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const [header, ...rows] = sheet!.data
      expect(header).toEqual(['时间', '账号', '姓名', '操作', '对象', '变更前', '变更后', '来源地址', '请求编号'])
      const { list } = await read(t, token, { account: 'unit02' })
      expect(rows).toHaveLength(list.length)
      expect(rows[0]![1]).toBe('unit02')
      expect(rows[0]![3]).toBe('密码登录')
    }),
  )
})
