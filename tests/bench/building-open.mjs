// From the tap in the list to the building's name on a weak phone: node tests/bench/building-open.mjs URL
// The server runs on the demo city with CAPTCHA_FIXED=0000.
import { chromium } from '@playwright/test'
import { findChromium } from '../support/find-chromium.mjs'

const url = process.argv[2] ?? 'http://127.0.0.1:8080'
const REPEATS = 7
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
const page = await context.newPage()
await page.goto(`${url}/login`)
await page.getByRole('textbox', { name: '账号' }).fill('unit01')
await page.getByRole('textbox', { name: '密码' }).fill('Fire@119demo')
await page.getByRole('textbox', { name: '验证码' }).fill('0000')
await page.getByAltText('图形验证码').waitFor()
await page.getByRole('button', { name: '登录', exact: true }).click()
await page.waitForURL(/socialData/)
await page.evaluate(() => navigator.serviceWorker.ready)

const devtools = await context.newCDPSession(page)
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await devtools.send('Network.emulateNetworkConditions', {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
})
await page.goto(`${url}/buildingList`)

const open = () =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const link = document.querySelectorAll('table a[href^="/buildDetail/"]')[2]
        const name = link.textContent
        const started = performance.now()
        link.click()
        const look = () => {
          const head = document.querySelector('section[aria-label="建筑概要"]')
          if (head && document.querySelector('h1')?.textContent === name)
            requestAnimationFrame(() => resolve(performance.now() - started))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
async function series(times, anew) {
  const taken = []
  for (let n = 0; n < times; n++) {
    if (anew) await page.goto(`${url}/buildingList`)
    await page.locator('table a[href^="/buildDetail/"]').nth(2).waitFor()
    taken.push(Math.round(await open()))
    if (!anew) await page.goBack()
  }
  taken.sort((a, b) => a - b)
  return { median: taken[times >> 1], range: [taken[0], taken[times - 1]] }
}
const first = (await series(1, false)).median
console.log(JSON.stringify({ first, repeat: await series(REPEATS, false), afterAStart: await series(REPEATS, true) }))
await browser.close()
