import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { providerApplication } from '#contract/provider-application.ts'
import { providerConsole } from '#contract/provider-console.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { PASSWORD, type TestApi } from './api-context.ts'
import { openBrowser } from './browser.ts'
import { jpeg } from './hostile-uploads.ts'
import { programOf } from './provider-program.ts'
import { pictureOf } from './sign-in-pages.ts'

const PHONE = '13611110002'
const FORM = {
  name: '审计消防科技有限公司',
  creditCode: '91310000MA1FL0001K',
  companyAddress: '上海市静安区某路2号',
  legalName: '赵一',
  linkMan: '钱二',
}

async function apply(t: TestApi): Promise<void> {
  const browser = openBrowser(t)
  const codeFor = async () => {
    await browser.call(providerApplication.sendCode, { phone: PHONE, ...(await pictureOf(browser)) })
    t.clock.pass(61_000)
    return t.sent.at(-1)!.code
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FORM, phone: PHONE, checkCode: await codeFor() }))
    form.append(name, value)
  form.append('license', new File([jpeg() as BlobPart], '执照.jpg'))
  const url = `http://localhost${providerApplication.apply.path}`
  const cookie = browser.cookies.headerFor({ url, credentials: 'same-origin' })
  const response = await t.api.request(providerApplication.apply.path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '192.0.2.1', ...(cookie && { cookie }) },
    body: form,
  })
  expect(await response.json()).toMatchObject({ code: 200 })
  const { body } = await browser.call(providerApplication.state, { phone: PHONE, checkCode: await codeFor() })
  expect(body).toMatchObject({ code: 200, data: [{ name: FORM.name }] })
}

async function report(t: TestApi): Promise<void> {
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
  const unregistered = await program.call(ingest.removePoints, {
    items: [{ projectId: site!.openProjectId, pointNumber: 'AUDIT-GONE' }],
  })
  expect([unregistered.code, unregistered.errors]).toEqual([200, undefined])
  const transmitter = await program.call(ingest.registerTransmitter, {
    projectId: site!.openProjectId,
    address: '119119',
    name: '传输装置',
  } as never)
  expect([transmitter.code, transmitter.errors]).toEqual([200, undefined])
  const dismantled = await program.call(ingest.removeTransmitter, {
    projectId: site!.openProjectId,
    address: '119119',
  } as never)
  expect([dismantled.code, dismantled.errors]).toEqual([200, undefined])
  const bound = await program.call(ingest.bindBuilding, { buildingKey: site!.appKey })
  expect([bound.code, bound.errors]).toEqual([200, undefined])
}

export async function makeProviderChanges(t: TestApi): Promise<void> {
  await report(t)
  const { site } = t.deps.settings
  Object.assign(t.deps.settings, { site: { ...site, providerUrl: '', providerRegisterUrl: '' } })
  await apply(t)
  Object.assign(t.deps.settings, { site })
  const token = await t.signIn('isv01')
  const [own] = await t.db.select().from(building).where(eq(building.providerId, FIRST_PROVIDER_ID)).limit(1)
  const changes = [
    await t.call(providerConsole.bind, { buildingKey: own!.appKey! }, token),
    await t.call(providerConsole.rotate, { password: PASSWORD }, token),
  ]
  expect(changes.map(({ body }) => [body.code, body.message])).toEqual([
    [200, '操作成功'],
    [200, '操作成功'],
  ])
}
