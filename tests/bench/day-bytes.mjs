// Both ways, headers included, without TLS: node tests/bench/day-bytes.mjs http://127.0.0.1:8080
// The server runs on the demo city with CAPTCHA_FIXED=0000.
import { createConnection, createServer } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../support/find-chromium.mjs'

const target = new URL(process.argv[2] ?? 'http://127.0.0.1:8080')
let up = 0
let down = 0
const ofPath = new Map()
let today = ''

const counter = createServer((browser) => {
  const server = createConnection(Number(target.port), target.hostname)
  let asked = ''
  browser.on('data', (bytes) => {
    up += bytes.length
    asked = /^[A-Z]+ ([^? ]+)/.exec(bytes.toString('latin1', 0, 300))?.[1] ?? asked
  })
  server.on('data', (bytes) => {
    down += bytes.length
    const key = `${today} ${asked}`
    const [times, sum] = ofPath.get(key) ?? [0, 0]
    ofPath.set(key, [times + (bytes.toString('latin1', 0, 7) === 'HTTP/1.' ? 1 : 0), sum + bytes.length])
  })
  browser.pipe(server).pipe(browser)
  for (const end of [browser, server]) end.on('error', () => (browser.destroy(), server.destroy()))
})
await new Promise((resolve) => counter.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${counter.address().port}`
const profile = mkdtempSync(join(tmpdir(), 'fire-day-'))
const rows = []
const FIRST = '第一天'
const AGAIN = '再一天'

const open = () =>
  chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })

async function quiet() {
  for (let still = 0, seen = -1; still < 8; still = seen === up + down ? still + 1 : 0) {
    seen = up + down
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function step(day, name, work) {
  await quiet()
  const before = [up, down]
  await work()
  await quiet()
  rows.push({ day, step: name, 'up KB': (up - before[0]) / 1024, 'down KB': (down - before[1]) / 1024 })
}

async function dayOf(day, page, opening) {
  today = day
  await step(day, '打开', opening)
  await step(day, '签到', async () => {
    await page.getByRole('button', { name: /^(签到|已签到)$/ }).click()
    const panel = page.getByRole('region', { name: '每天签到' })
    await panel
      .getByRole('button', { name: day === FIRST ? '立即签到' : /^补签/ })
      .first()
      .click()
    await page.getByText(day === FIRST ? '签到成功' : '补签成功').waitFor()
    await page.keyboard.press('Escape')
  })
  await step(day, '两条通知', async () => {
    await page.goto(`${url}/messages`)
    for (const nth of [0, 1]) {
      await page.getByRole('table', { name: '消息列表' }).locator('button:visible').nth(nth).click()
      await page.getByRole('article').waitFor()
      await page.getByRole('main').getByRole('button', { name: '返回' }).click()
    }
  })
  await step(day, '一座建筑', async () => {
    await page.goto(`${url}/buildingList`)
    await page.locator('main a[href*="/buildDetail/"]').first().click()
    await page.getByRole('region', { name: '建筑概要' }).waitFor()
  })
  await step(day, '一个问题', async () => {
    await page.goto(`${url}/problemStatistics`)
    await page
      .locator('main button', { hasText: /处理说明|查看/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('heading', { name: '处理说明' }).waitFor()
  })
}

try {
  let browser = await open()
  let page = browser.pages()[0]
  page.setDefaultTimeout(60_000)
  await dayOf(FIRST, page, async () => {
    await page.goto(`${url}/login`)
    await page.getByRole('textbox', { name: '账号' }).fill('unit01')
    await page.getByRole('textbox', { name: '密码' }).fill('Fire@119demo')
    await page.getByRole('textbox', { name: '验证码' }).fill('0000')
    await page.getByAltText('图形验证码').waitFor()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/socialData/)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  })
  await browser.close()
  browser = await open()
  page = browser.pages()[0]
  page.setDefaultTimeout(60_000)
  await dayOf(AGAIN, page, () => page.goto(`${url}/`))
  await browser.close()
} finally {
  rmSync(profile, { recursive: true, force: true })
  counter.close()
}
const round = (kb) => kb.toFixed(1).padStart(8)
for (const day of [FIRST, AGAIN]) {
  const of = rows.filter((row) => row.day === day)
  for (const row of of)
    console.log(day, row.step.padEnd(6, '　'), 'up', round(row['up KB']), 'KB  down', round(row['down KB']), 'KB')
  const sum = (name) => of.reduce((kb, row) => kb + row[name], 0)
  console.log(day, '合计　　', 'up', round(sum('up KB')), 'KB  down', round(sum('down KB')), 'KB')
}
const heaviest = [...ofPath].filter(([key]) => key.startsWith(AGAIN)).sort(([, [, a]], [, [, b]]) => b - a)
for (const [key, [times, bytes]] of heaviest.slice(0, 20)) console.log(round(bytes / 1024), 'KB', `${times} ×`, key)
process.exit(0)
