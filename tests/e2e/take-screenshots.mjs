#!/usr/bin/env node
// For README, manifest and user manual.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../support/find-chromium.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = `${root}public/screenshots`
const port = 18999
const PHONE = { width: 390, height: 844 }
const shots = [
  { name: 'dashboard-phone', viewport: PHONE },
  { name: 'dashboard-desktop', viewport: { width: 1440, height: 900 } },
  { name: 'buildings-phone', viewport: PHONE, opens: async (page) => page.goto('/buildingList') },
  {
    name: 'building-phone',
    viewport: PHONE,
    opens: async (page) => {
      await page.goto('/buildingList')
      await page.locator('main tbody a').first().click()
    },
  },
  { name: 'problems-phone', viewport: PHONE, opens: async (page) => page.goto('/problemStatistics') },
  {
    name: 'alarm-phone',
    viewport: PHONE,
    opens: async (page) => page.getByRole('link', { name: '去确认' }).first().click(),
  },
]

const server = spawn(process.execPath, [`${root}dist/server/main.js`], {
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: 'memory:',
    FILES_URL: 'memory:',
    CAPTCHA_FIXED: '0000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise((resolve, reject) => {
  createInterface({ input: server.stdout }).on('line', (line) => line.includes('"msg":"listening"') && resolve())
  server.once('exit', () => reject(new Error('the server did not start: npm run build')))
})

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const { name, viewport, opens } of shots) {
  const isPhone = viewport === PHONE
  const page = await browser.newPage({
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  await page.goto(`http://127.0.0.1:${port}/login`)
  await page.getByRole('textbox', { name: '账号' }).fill('unit01')
  await page.getByRole('textbox', { name: '密码' }).fill('Fire@119demo')
  await page.getByRole('textbox', { name: '验证码' }).fill('0000')
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('.apexcharts-line-series, .apexcharts-series').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '查看' }).first().waitFor()
  if (opens) {
    await opens(page)
    await page.waitForSelector('body:not(:has([aria-busy=true], .animate-wait)) main :is(li, tr, section)')
    await page.waitForTimeout(800)
  }
  await page.screenshot({ path: `${folder}/${name}.png` })
  console.log(`public/screenshots/${name}.png`)
  await page.close()
}
await browser.close()
server.kill()
