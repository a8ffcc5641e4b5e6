import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { addDistrictOrgan, BUILDINGS, CREDIT_CODE, csv, UNIT_HEAD, unitRow } from './city-steps.ts'
import { expect, test } from './fixtures.ts'
import { createDatabase, databaseUrl } from './global-setup.ts'
import { signIn } from './people.ts'
import { freePort } from '../support/free-port.ts'

const PASSWORD = 'Zhidui@2026x'

let server: ChildProcess
let url: string
let code: string

test.beforeAll(async () => {
  await createDatabase('start_city')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl('start_city'),
      FILES_URL: 'memory:',
      SECRET_KEY: 'a'.repeat(64),
      SEED: 'none',
      CAPTCHA_FIXED: '0000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  code = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const found = /firstRun\?code=(\w+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    })
    server.once('exit', () => reject(new Error('the server ended')))
  })
})
test.afterAll(() => void server.kill())

test(
  'a city begins by pages alone: first account, districts, imports of units and buildings, and the list shortens',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto(`${url}/firstRun?code=${code}`)
    await page.getByLabel('总队名称').fill('示例市消防救援总队')
    await page.getByLabel('姓名').fill('张三')
    await page.getByLabel(/^账号/).fill('zhidui01')
    await page.getByLabel(/^密码/).fill(PASSWORD)
    await page.getByLabel('确认密码').fill('another')
    await page.getByRole('button', { name: '创建总队和账号' }).click()
    await expect(page.getByText('两次输入密码不一致')).toBeVisible()
    await page.getByLabel('确认密码').fill(PASSWORD)
    await page.getByRole('button', { name: '创建总队和账号' }).click()
    await expect(page.getByText('已创建账号 zhidui01')).toBeVisible()
    await signIn(page, 'zhidui01', `${url}/loginxf`, PASSWORD)
    await expect(page.getByRole('heading', { name: '开始接入：还有 10 步' })).toBeVisible()
    await page.getByRole('button', { name: '收起' }).click()
    await page.reload()
    await page.getByRole('button', { name: '展开' }).click()

    await page.getByRole('link', { name: /新增区级消防救援机构/ }).click()
    await addDistrictOrgan(page)
    await expect(page.getByRole('table', { name: '消防救援机构列表' })).toContainText('jingan01')

    await page.goto(`${url}/unitList`)
    await page.getByRole('button', { name: '导入' }).click()
    const units = page.getByRole('dialog', { name: '导入单位' })
    const rows = [unitRow('示例公司', CREDIT_CODE), unitRow('另一公司', '91310000MA1FL00', '写字楼')]
    await units.getByLabel('表格').setInputFiles(csv([UNIT_HEAD, ...rows].join('\n')))
    await units.getByRole('button', { name: '检查' }).click()
    await expect(units.getByRole('list', { name: '有误的行' })).toContainText('单位类型“写字楼”：没有“写字楼”，可填：')
    await expect(page.getByText('示例公司', { exact: true })).toHaveCount(0)
    await units.getByRole('button', { name: '导入 1 行' }).click()
    await expect(page.getByRole('table', { name: '社会单位列表' })).toContainText('示例公司')

    await page.goto(`${url}/buildingList`)
    await page.getByRole('button', { name: '导入' }).click()
    const buildings = page.getByRole('dialog', { name: '导入建筑' })
    await buildings.getByLabel('表格').setInputFiles(csv(BUILDINGS))
    await buildings.getByRole('button', { name: '检查' }).click()
    await buildings.getByRole('button', { name: '导入 1 行' }).click()
    await expect(page.getByRole('link', { name: '首栋大厦' }).first()).toBeVisible()

    await page.goto(`${url}/fireDepData`)
    await expect(page.getByRole('heading', { name: '开始接入：还有 6 步' })).toBeVisible()
  },
)
