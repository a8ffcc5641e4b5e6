import { setTimeout as later } from 'node:timers/promises'
import type { Db } from '#server/platform/db/open-db.ts'
import { launchChromium86 } from '../../support/chromium-86.ts'
import { type Place, reportFire } from './alarm-city.ts'
import { signedIn } from './bench-api.ts'
import { openBrowser } from './phone.ts'
import { partOf, sorted, tell } from './tell.ts'

const SIZE = { width: 1440, height: 900 }
const WAIT_MS = 20_000

/** Runs in the page; keeps when each number of open fires was first drawn. */
const WATCH = `
  window.drawn = {}
  new MutationObserver(() => {
    const said = /([\\d,]+) 处火警未结束/.exec(document.body?.innerText ?? '')
    const count = said && said[1].replace(/,/g, '')
    if (count && !drawn[count]) requestAnimationFrame(() => (drawn[count] = drawn[count] || Date.now()))
  }).observe(document, { subtree: true, childList: true, characterData: true })`

interface Screen {
  readonly name: string
  read(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}

type Storage = Readonly<Record<string, string>>

const keeping = (storage: Storage) =>
  `for (const [key, value] of Object.entries(${JSON.stringify(storage)})) localStorage.setItem(key, value);${WATCH}`

async function openCurrent(url: string, storage: Storage): Promise<Screen> {
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: SIZE, locale: 'zh-CN' })
  await page.addInitScript(keeping(storage))
  await page.goto(url)
  return { name: 'Chromium', read: () => page.evaluate('drawn'), close: () => browser.close() }
}

async function openOldest(url: string, storage: Storage): Promise<Screen> {
  const browser = await launchChromium86()
  const page = await browser.newPage()
  await page.setViewport(SIZE)
  await page.evaluateOnNewDocument(keeping(storage))
  await page.goto(url)
  return {
    name: 'Chromium 86',
    read: () => page.evaluate('drawn') as Promise<Record<string, number>>,
    close: () => browser.close(),
  }
}

/**
 * How soon the wall draws a fire reported to another process.
 * @param walls of the process that serves the pages
 */
export async function benchDrawing(db: Db, reporting: string, walls: string, places: readonly Place[]): Promise<void> {
  const headers = { 'x-auth-token': await signedIn(db, 'zhidui', new Date()) }
  const { data } = (await (await fetch(`${walls}/wuye/user/detail`, { headers })).json()) as { data: object }
  const storage = { 'fire-docking:Headers': JSON.stringify(headers), 'fire-docking:UserInfo': JSON.stringify(data) }
  const screens = [await openCurrent(`${walls}/biPage`, storage), await openOldest(`${walls}/biPage`, storage)]
  try {
    const isDrawn = async (count: number) =>
      (await Promise.all(screens.map((one) => one.read()))).every((of) => of[count])
    const until = async (condition: () => Promise<boolean>) => {
      for (const end = Date.now() + WAIT_MS; Date.now() < end && !(await condition());) await later(200)
    }
    const newest = async () =>
      Math.max(0, ...(await Promise.all(screens.map((one) => one.read()))).flatMap((of) => Object.keys(of).map(Number)))
    await until(async () => (await newest()) > 0 && isDrawn(await newest()))
    await later(5_000)
    const first = await newest()
    const answered: number[] = []
    for (const [nth, place] of places.entries()) {
      const answer = await reportFire(reporting, place, 1)
      if (answer.body?.code !== 200) throw new Error(`a report was answered ${answer.body?.message}`)
      answered.push(Date.now())
      await until(() => isDrawn(first + nth + 1))
    }
    for (const screen of screens) {
      const drawn = await screen.read()
      const waits = sorted(
        answered.flatMap((at, nth) => (drawn[first + nth + 1] ? [Math.max(0, drawn[first + nth + 1]! - at)] : [])),
      )
      const where = `${places.length} fires, a wall at the other process, ${screen.name}`
      const figure = { where, unit: 'ms' } as const
      tell({ ...figure, name: 'report answered → drawn on the wall, p95', value: partOf(waits, 0.95), goal: '≤ 1000' })
      tell({ ...figure, name: 'report answered → drawn on the wall, p99', value: partOf(waits, 0.99), goal: '≤ 2000' })
      tell({ where, unit: '', name: 'fires not drawn on the wall', value: places.length - waits.length, goal: '≤ 0' })
    }
  } finally {
    for (const screen of screens) await screen.close()
  }
}
