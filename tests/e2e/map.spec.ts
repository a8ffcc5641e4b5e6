import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

/** Replaces AMap's script: the part of its API that our frame uses. */
const AMAP = `
window.AMap = {
  Pixel: function (x, y) { this.x = x; this.y = y },
  Map: function (id, { center }) {
    const told = {}
    let [lng, lat] = center
    this.on = (name, fn) => { told[name] = fn; if (name === 'complete') setTimeout(fn) }
    this.getCenter = () => ({ lng, lat })
    this.setCenter = ([x, y]) => { lng = x; lat = y; document.title = 'at ' + x + ',' + y }
    this.setStatus = () => {}
    this.containerToLngLat = ({ x, y }) => ({ lng: lng + (x - innerWidth / 2) / 10000, lat: lat - (y - innerHeight / 2) / 10000 })
    document.getElementById(id).textContent = '高德底图 ' + (window._AMapSecurityConfig || {}).securityJsCode
    try { document.getElementById(id).dataset.kept = String(parent.localStorage.length) } catch { document.getElementById(id).dataset.kept = 'none' }
  },
}`

const address = (page: Page) => page.getByLabel('地图地址')
const map = (page: Page) => page.getByRole('button', { name: /^地图，中心为/ })

async function openForm(page: Page): Promise<void> {
  await page.goto('/bindBuilding?fnc=add')
  await expect(map(page)).toBeVisible()
}

test('a place is selected by keyboard and by pointer on the outlines; an unknown address is cleared with a message', async ({
  page,
}) => {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await openForm(page)
  await expect(page.getByText('示意图 · 未定位')).toBeVisible()
  await expect(page.locator('.leaflet-overlay-pane path')).toHaveCount(16)
  await map(page).focus()
  const at = () => map(page).getAttribute('aria-label')
  const first = await at()
  await page.keyboard.press('ArrowRight')
  await expect(address(page)).toHaveValue(/上海市/)
  const second = await at()
  expect(second).not.toBe(first)
  await expect(page.getByText('示意图 · 拖动地图定位')).toBeVisible()

  const box = (await map(page).boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 130, { steps: 4 })
  await page.mouse.up()
  await expect.poll(at).not.toBe(second)
  await expect(address(page)).toHaveValue(/上海市/)

  await address(page).fill('火星基地')
  await address(page).blur()
  await expect(page.getByText('无法查询到该地点')).toBeVisible()
  await expect(address(page)).toHaveValue('')
  await address(page).fill('崇明区')
  await address(page).blur()
  await expect(map(page)).toHaveAccessibleName(/经度 121\.[3-6]\d+，纬度 31\.[5-8]/)
})

test('with a key AMap is shown in an isolated frame; without its files the outlines are shown', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/status of 503.*webapi\.amap\.com/)
  await server.restart({ AMAP_JS_KEY: 'e2ekey', AMAP_JS_CODE: 'e2ecode' })
  const asked: string[] = []
  let isCut = false
  await page.context().route('https://webapi.amap.com/**', (route) => {
    asked.push(route.request().url())
    return isCut ? route.fulfill({ status: 503 }) : route.fulfill({ contentType: 'text/javascript', body: AMAP })
  })
  try {
    const own = await page.goto('/login')
    expect(own?.headers()['content-security-policy']).not.toContain('amap')
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await openForm(page)
    const frame = page.frameLocator('iframe[title="高德地图"]').locator('#map')
    await expect(frame).toHaveText('高德底图 e2ecode')
    await expect(frame).toHaveAttribute('data-kept', 'none')
    expect(asked).toEqual(['https://webapi.amap.com/maps?v=2.0&key=e2ekey'])
    await expect(page.getByText('示意图')).toBeHidden()
    const before = await map(page).getAttribute('aria-label')
    await map(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => map(page).getAttribute('aria-label')).not.toBe(before)
    await expect(address(page)).toHaveValue(/上海市/)

    isCut = true
    await page.reload()
    await expect(page.getByText('示意图 · 拖动地图定位')).toBeVisible()
    await expect(page.locator('.leaflet-overlay-pane path')).toHaveCount(16)
  } finally {
    await server.restart({ AMAP_JS_KEY: '', AMAP_JS_CODE: '' })
  }
})
