import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { account as accounts } from '#contract/account.ts'
import { ackLink } from '#contract/ack-link.ts'
import { alarm as alarms } from '#contract/alarm.ts'
import { approval as approvals } from '#contract/approval.ts'
import { auth } from '#contract/auth.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as buildings } from '#contract/building.ts'
import { checkLink } from '#contract/check-link.ts'
import { checkin as checkins } from '#contract/checkin.ts'
import { deviceBind } from '#contract/device-bind.ts'
import { dutyCheck } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { floorPlan } from '#contract/floor-plan.ts'
import { loginPhone } from '#contract/login-phone.ts'
import { organ as organs } from '#contract/organ.ts'
import { message as messages } from '#contract/message.ts'
import { point as points } from '#contract/point.ts'
import { problem as problems } from '#contract/problem.ts'
import { provider as providers } from '#contract/provider.ts'
import { publishing } from '#contract/publishing.ts'
import { push } from '#contract/push.ts'
import { registerImport } from '#contract/register-import.ts'
import { shelf } from '#contract/shelf.ts'
import { tenancy } from '#contract/tenancy.ts'
import { toWireTime } from '#contract/time.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { unit as units, type UnitDetail } from '#contract/unit.ts'
import { webhook } from '#contract/webhook.ts'
import { upload as uploads } from '#contract/upload.ts'
import { runAlarmSteps } from '#server/content/run-alarm-steps.ts'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { messageReceiver } from '#server/schema/message.table.ts'
import { dutyCheck as dutyCheckRow } from '#server/schema/duty-check.table.ts'
import { contactDevice } from '#server/schema/duty-contact.table.ts'
import { organ } from '#server/schema/organ.table.ts'
import { point } from '#server/schema/point.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { deliver, tokenOf } from './alert-time.ts'
import { PROPOSED } from './register-forms.ts'
import { PASSWORD, type TestApi } from './api-context.ts'
import { openBrowser } from './browser.ts'
import { jpeg, png } from './hostile-uploads.ts'
import { makeProviderChanges } from './provider-changes.ts'

export const NEW_PASSWORD = 'Another@119'

async function ok<E extends Endpoint>(t: Pick<TestApi, 'call'>, token: string | null, call: E, input: object) {
  const { body } = await t.call(call, input as never, token)
  expect([call.id, body.code, body.message, body.errors]).toEqual([call.id, 200, body.message, undefined])
  return body.data as never
}

export function buildingSheet(name: string): File {
  const titles =
    '建筑名称,综合体名称,区,街道,详细地址,占地面积,建筑面积,建筑高度,地上层数,地下层数,使用性质,结构类型,建筑年份'
  const cells = `${name},示例广场,静安区,静安寺街道,南京西路100号,2000,30000,80,20,2,办公建筑,钢筋混凝土结构,2008`
  return new File([`${titles}\n${cells}\n`], 'buildings.csv')
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

export const own = async (t: TestApi, name: string) =>
  (await t.db.select().from(account).where(eq(account.account, name)))[0]!

const BUILDING = { ...PROPOSED, name: '审计大厦', complexName: '审计中心', heightId: '1' }

export const ofBuildings = async (t: TestApi, unitId: number) =>
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

async function actByMessage(t: TestApi, buildingId: number): Promise<void> {
  const at = t.clock.now().toISOString()
  await t.db.execute(sql`
    with a as (insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, wave, wave_at)
      values (${buildingId}, 'electrical', 1, ${at}, ${at}, ${at}, 1, ${at})
      on conflict (building_id, kind) where judged_at is null and joined_to is null do update set wave = 1, priority = 1 returning id)
    insert into alarm_step (alarm_id, wave, step) select id, 1, 0 from a`)
  await t.db.execute(sql`update alarm_step set plan = '{"seconds":0,"send":["sms:contact1"]}'`)
  await runAlarmSteps(t.deps)
  await deliver(t, 'sms')
  const token = tokenOf(t.alerted.at(-1)!.link)
  await send(t, '', ackLink.act, { token, act: 'ack' })
}

async function forward(t: TestApi, token: string, buildingId: number): Promise<void> {
  const { id } = (await ok(t, token, webhook.save, { address: 'https://example.com/hook' })) as { id: string }
  const { rows } = await t.db.execute<{ id: string }>(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state)
    select id, 1, 100, 'webhook', ${`webhook:${id}`}, 'example.com', 'fire', '{}'::jsonb, 'failed'
    from alarm where building_id = ${buildingId} limit 1 returning id`)
  await ok(t, token, webhook.resend, { id: rows[0]!.id })
  await ok(t, token, webhook.disable, { id })
}

async function checkDuty(t: TestApi, buildingId: number): Promise<void> {
  const organ = await t.signIn('zhidui')
  const plan = { buildingIds: [String(buildingId)], everyMinutes: 60 }
  const { id } = (await ok(t, organ, dutyCheck.savePlan, plan)) as { id: string }
  await ok(t, organ, dutyCheck.removePlan, { id })
  await ok(t, organ, dutyCheck.ask, { buildingIds: [String(buildingId)] })
  await deliver(t, 'sms')
  await send(t, '', checkLink.answer, { token: tokenOf(t.alerted.at(-1)!.link) })
  await ok(t, organ, dutyCheck.ask, { buildingIds: [String(buildingId)] })
}

export async function makeEveryChange(t: TestApi): Promise<void> {
  const unit01 = await own(t, 'unit01')
  const unitId = unit01.unitId!
  const served = await ofBuildings(t, unitId)
  const [first, second] = served
  const [device] = await t.db.select().from(point).where(eq(point.buildingId, first!.id)).orderBy(point.id)
  const [todo] = await t.db
    .select({ id: problem.id })
    .from(problem)
    .where(and(eq(problem.buildingId, first!.id), isNull(problem.solvedAt)))

  let token = await t.signIn('unit01')
  const endpoint = 'https://push.example.com/own'
  await send(t, token, push.subscribe, { endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) })
  await send(t, token, push.unsubscribe, { endpoint })
  const contact = (await send(t, token, dutyContact.save, { rank: 1, name: '王五', phone: '13800000009' })) as {
    id: string
  }
  await send(t, token, dutyContact.save, { rank: 2, name: '王六', phone: '13800000008' })
  await send(t, token, dutyContact.test, { id: contact.id })
  const { token: bindToken } = (await send(t, token, dutyContact.bindLink, { id: contact.id })) as { token: string }
  await send(t, '', deviceBind.bind, {
    token: bindToken,
    endpoint,
    p256dh: 'p'.repeat(87),
    auth: 'a'.repeat(22),
    name: '手机',
  })
  const [boundPhone] = await t.db.select({ id: contactDevice.id }).from(contactDevice)
  await send(t, token, dutyContact.unbind, { id: String(boundPhone!.id) })
  await checkDuty(t, first!.id)
  const [check] = await t.db.select({ id: dutyCheckRow.id }).from(dutyCheckRow).where(isNull(dutyCheckRow.answeredAt))
  await send(t, token, dutyCheck.answer, { ids: [String(check!.id)] })
  await actByMessage(t, first!.id)
  const untilTime = toWireTime(new Date(t.clock.now().getTime() + 3_600_000))
  const work = (await send(t, token, shelf.create, { buildingId: first!.id, reason: 'test', untilTime })) as {
    id: string
  }
  await send(t, token, shelf.end, { id: work.id })
  await send(t, token, dutyContact.remove, { id: contact.id })
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
  await send(t, token, messages.readMany, { ids: [boxes[1]!.id] })
  await send(t, token, messages.deleteMany, { ids: [boxes[1]!.id] })
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
  const plan = (await send(t, token, floorPlan.put, {
    buildingId: String(first!.id),
    floor: '9层',
    file: new File([png()], 'plan.png', { type: 'image/png' }),
  })) as { id: string; version: number }
  const places = [{ pointId: String(device!.id), at: { x: 0.25, y: 0.75 } }]
  const placed = (await send(t, token, floorPlan.place, { id: plan.id, version: plan.version, places })) as object
  await send(t, token, floorPlan.remove, { id: plan.id, ...placed })
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
  await send(t, token, problems.undo, { id: open!.id })
  await send(t, token, problems.handle, { id: open!.id, note: '已约维保' })
  const { list: fires } = (await ok(t, token, alarms.list, { open: '1' })) as { list: { id: string }[] }
  const fire = fires[0]!.id
  await send(t, token, alarms.ack, { id: fire })
  await send(t, token, alarms.verdict, { id: fire, verdict: 1, note: '施工粉尘' })
  await send(t, token, alarms.undo, { id: fire, act: 'verdict' })
  await send(t, token, alarms.verdict, { id: fire, verdict: 2 })
  await t.db.execute(sql`update alarm set ended_at = null where id = ${fire}`)
  await send(t, token, alarms.end, { id: fire })
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
  const { COMPANY_LABELS } = await import('#server/reference/entries.ts')
  await send(t, token, tenancy.bind, { ...tie, ...told, label: COMPANY_LABELS[0]!.name })
  await send(t, token, tenancy.update, { ...tie, ...told, enterArea: 90, label: COMPANY_LABELS[0]!.name })
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
  const [proposed] = await t.db
    .select({ id: approval.id })
    .from(approval)
    .where(and(eq(approval.buildingId, third!.id), eq(approval.status, 0)))
  await ok(t, token, approvals.withdraw, { approveId: proposed!.id })
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
  const newPhone = '13911113333'
  await send(t, token, loginPhone.sendCode, { phone: newPhone })
  const checkCode = t.sent.at(-1)!.code
  await send(t, token, loginPhone.change, { phone: newPhone, checkCode, password: PASSWORD })
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
  const browser = openBrowser(t)
  await ok(browser, null, auth.sendCode, { phone })
  await ok(browser, null, auth.recover, { phone, checkCode: t.sent.at(-1)!.code })
  await ok(browser, null, auth.resetPassword, { phone, password: PASSWORD, confirmPassword: PASSWORD })
  t.clock.pass(61_000)
  await ok(t, null, auth.sendCode, { phone })
  await ok(t, null, auth.unifiedSignIn, { phone, checkCode: t.sent.at(-1)!.code })

  const city2 = await t.signIn('zhidui')
  const applications = [await ask(t, third!.id, unitId)]
  await ok(t, city2, approvals.agree, { approveId: applications[0] })
  await ok(t, city2, approvals.refuse, { approveId: await ask(t, third!.id, unitId), refuseReason: '请补充照片' })
  await forward(t, city2, first!.id)
  const [waiting] = await t.db.select().from(provider).where(eq(provider.status, 2))
  await ok(t, city2, providers.audit, { isvId: waiting!.id, status: 1 })
  const handed = (await ok(t, city2, providers.add, {
    name: '审计服务商',
    companyAddress: '',
    county: '',
    legalName: '',
    legalPhone: '',
    linkMan: '王五',
    linkManPhone: '13800000005',
    account: '',
  })) as { isvId: string }
  const handedOrgan = (await ok(t, city2, organs.add, {
    name: '审计大队',
    county: '310106',
    holder: '赵六',
    account: 'audit-organ',
  })) as { id: string }
  expect(handedOrgan.id).toMatch(/^\d+$/)
  const [added3] = await t.db.select().from(organ).where(eq(organ.name, '审计大队'))
  await ok(t, city2, organs.addAccount, { organId: added3!.id, holder: '孙七', account: 'audit-officer' })
  await send(t, city2, registerImport.run, { kind: 'buildings', mode: 'import', file: buildingSheet('审计导入大厦') })
  await ok(t, city2, providers.suspend, { isvId: handed.isvId, reason: '整改' })
  await ok(t, city2, providers.resume, { isvId: handed.isvId })
  await ok(t, city2, providers.renewKeys, { isvId: handed.isvId, password: PASSWORD })
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
  await send(t, city2, publishing.publish, { ...at, version: 1 })
  await send(t, city2, publishing.withdraw, { ...at, version: 2 })
  const gone = (await send(t, city2, publishing.save, { kind: 0, title: '草稿', bodyHtml: '' })) as { id: string }
  await send(t, city2, publishing.remove, { kind: 0, id: gone.id, version: 1 })

  await makeProviderChanges(t)
  await ok(t, city2, buildings.releaseUnits, { buildingId: third!.id })
}
