import type { Browser } from 'puppeteer-core/lib/cjs/puppeteer/common/Browser.js'
import type { Page } from 'puppeteer-core/lib/cjs/puppeteer/common/Page.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuiltServer } from '../support/built-server.ts'
import { launchChromium86 } from '../support/chromium-86.ts'

let server: BuiltServer
let browser: Browser
let page: Page
let complaints: string[] = []

beforeEach(async () => {
  complaints = []
  server = await BuiltServer.start()
  browser = await launchChromium86()
  page = await browser.newPage()
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  // A crashed page never answers: its pending calls fail.
  page.on('error', () => void browser.close())
  page.on('pageerror', (error: Error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
})

afterEach(async () => {
  await browser?.close()
  await server?.remove()
})

/** Types into the field with a label. */
async function fill(label: string, text: string): Promise<void> {
  const [field] = await page.$x(`//input[@id=//label[starts-with(normalize-space(.), '${label}')]/@for]`)
  if (!field) throw new Error(`no field ${label}`)
  await field.type(text)
}

async function press(name: string): Promise<void> {
  const [button] = await page.$x(`//button[normalize-space(.)='${name}']`)
  if (!button) throw new Error(`no button ${name}`)
  await button.click()
}

/** Counts of the device card once shown: all points, online, offline. */
async function deviceCounts(): Promise<string[]> {
  const card = await page.waitForXPath(`//section[.//h2[.='设备信息'] and .//*[contains(text(), '个')]]`)
  const words: unknown = await card?.evaluate((node) => (node as HTMLElement).innerText)
  return (
    String(words)
      .match(/\d+\s*个/g)
      ?.slice(0, 3) ?? []
  )
}

test('a unit signs in with Chromium 86, and reads the same figures while the server is down', async () => {
  expect(await browser.version()).toMatch(/\/86\./)
  await page.goto(`${server.url}/login`, { waitUntil: 'networkidle0' })
  await fill('账号', 'unit01')
  await fill('密码', 'Fire@119demo')
  await fill('验证码', '0000')
  await press('登录')
  await page.waitForXPath(`//h1[normalize-space(.)='首页']`)
  expect(new URL(page.url()).pathname).toBe('/socialData')
  const counts = await deviceCounts()
  expect(counts).toHaveLength(3)
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
  expect(complaints).toEqual([])

  await server.stop()
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await deviceCounts()).toEqual(counts)
  await page.waitForXPath(`//section[.//h2[.='设备信息'] and contains(., '服务器无响应')]`)
})
