import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toWireTime } from '#contract/time.ts'
import { BuiltServer } from '../support/built-server.ts'
import type { Keys } from '../support/sign-request.ts'
import { completeInformation, CREDIT_CODE, firstSignIn, report, UNIT_HEAD, unitRow } from './city-steps.ts'
import { expect, test } from './fixtures.ts'
import { createDatabase, databaseUrl } from './global-setup.ts'

const OWN_PASSWORD = 'Own@2026pass'
const DATABASE = 'empty_city'

let server: BuiltServer
let folder: string

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = mkdtempSync(join(tmpdir(), 'fire-empty-'))
  await createDatabase(DATABASE)
  server = await BuiltServer.start(databaseUrl(DATABASE), { SEED: 'none' })
})
test.afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs a console command.
 * @returns its output
 */
async function admin(...args: string[]): Promise<string> {
  const { code, said } = await server.run('admin', ...args)
  expect([args[0], code, said]).toEqual([args[0], 0, said])
  return said
}

const passwordIn = (said: string) => /密码 (\S+?)（/.exec(said)?.[1] ?? ''

async function reported<T>(keys: Keys, path: string, input: object): Promise<T> {
  const answer = await report<T>(server.url, keys, path, input)
  expect([path, answer.code, answer.message]).toEqual([path, 200, '操作成功'])
  return answer.data
}

test(
  'an empty database becomes a city whose first fire is on the authority’s dashboard, by commands and pages alone',
  { tag: '@desktop' },
  async ({ browser, page }) => {
    await admin('create-organ', '上海市消防救援总队', '--level', '1')
    await admin('create-organ', '示例支队', '--level', '2', '--parent', '上海市消防救援总队')
    await admin('create-organ', '静安区消防救援支队', '--level', '3', '--parent', '示例支队', '--county', '静安区')
    const officer = passwordIn(await admin('create-account', 'zhihui01', '--organ', '示例支队'))
    const units = join(folder, 'units.csv')
    const row = unitRow('示例公司', CREDIT_CODE).replace('静安区消防救援大队', '静安区消防救援支队')
    writeFileSync(units, `${UNIT_HEAD}\n${row}\n`)
    await admin('import-units', units)
    const unit = passwordIn(await admin('create-account', 'danwei01', '--unit', CREDIT_CODE))
    const buildings = join(folder, 'buildings.csv')
    writeFileSync(
      buildings,
      '建筑名称,综合体名称,区,街道,详细地址,占地面积,建筑面积,建筑高度,地上层数,地下层数,使用性质,结构类型,竣工年份,管理单位信用代码\n' +
        `首栋大厦,示例广场,静安区,静安寺街道,南京西路100号,2000,30000,80,20,2,办公建筑,钢筋混凝土结构,2008,${CREDIT_CODE}\n`,
    )
    await admin('import-buildings', buildings)

    await firstSignIn(page, 'zhihui01', `${server.url}/loginxf`, officer, OWN_PASSWORD)
    await page.waitForURL(/fireDepData/)
    await page.goto(`${server.url}/companyList`)
    await page.getByRole('button', { name: '新增服务商' }).click()
    const form = page.getByRole('dialog', { name: '新增服务商' })
    await form.getByRole('button', { name: '新增', exact: true }).click()
    await expect(form.getByText('请填写服务商名称')).toBeVisible()
    await form.getByLabel(/^服务商名称/).fill('申城智慧消防')
    await form.getByLabel(/^联系人( ?\*)?$/).fill('李四')
    await form.getByLabel(/^联系人电话/).fill('13800000002')
    await form.getByRole('button', { name: '新增', exact: true }).click()
    const handed = page.getByRole('dialog', { name: '授权信息' })
    await expect(handed).toContainText('申城智慧消防')
    const valueOf = (name: string) => handed.locator('dt', { hasText: name }).locator('xpath=../dd').innerText()
    const keys = { appKey: await valueOf('appKey'), secret: await valueOf('secret') }
    await handed.getByRole('button', { name: '我已记下' }).click()
    await expect(page.getByRole('table', { name: '服务商列表' })).toContainText('申城智慧消防')

    const own = await browser.newPage()
    await firstSignIn(own, 'danwei01', `${server.url}/login`, unit, OWN_PASSWORD)
    await completeInformation(own)
    await own.goto(`${server.url}/buildingList`)
    await own.getByRole('link', { name: '首栋大厦' }).first().click()
    await own.getByRole('button', { name: '更多', exact: true }).click()
    const shown = own.locator('dt', { hasText: '建筑密钥' }).locator('xpath=../dd')
    await expect(shown).toContainText(/[0-9A-Za-z]{32}/)
    const buildingKey = /[0-9A-Za-z]{32}/.exec(await shown.innerText())![0]

    const { projectId } = await reported<{ projectId: string }>(keys, '/open/v1/buildings', { buildingKey })
    const named = { projectId, pointNumber: 'YG-001' }
    const device = { ...named, deviceNo: 'YG-001', deviceName: '3层走道烟感', deviceType: 42, apiId: 1, floor: '3层' }
    await reported(keys, '/open/v1/points', { items: [device] })
    const fire = { ...named, kind: 'fire', phase: 'begin', time: toWireTime(new Date()) }
    expect(await reported(keys, '/open/v1/events', { items: [fire] })).toMatchObject({ accepted: 1 })

    await page.goto(`${server.url}/fireDepData`)
    const card = page.getByRole('region', { name: '火灾自动报警系统' })
    await card.scrollIntoViewIfNeeded()
    await expect(card.getByRole('button', { name: /^报警/ })).toContainText('1')
    await own.goto(`${server.url}/messages`)
    await expect(own.getByText('建筑已绑定服务商').first()).toBeVisible()
    await own.close()
  },
)
