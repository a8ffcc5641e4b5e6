import type { Browser, BrowserContext } from '@playwright/test'
import { benchServer } from './support/bench-server.ts'
import { keep, openBrowser, PHONE, type PhonePage, type Seen, SETTLED, SLOWER, visit } from './support/phone.ts'
import { placesOf, SCREENS, sessionsOf } from './screens.ts'
import { type Answered, listen, openNoWindow, tapAround } from './support/tap-around.ts'
import { tell } from './support/tell.ts'

/** Chosen by what an address matches. */
const CHOSEN = new RegExp(process.env.BENCH_SCREEN ?? '')
/** `none`: shifts and durations only; `1`: every press. */
const TAPS = process.env.BENCH_TAPS

const part = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0

/** On the slowed processor. */
async function answersOf(
  context: BrowserContext,
  { origin, path, ready, storage }: PhonePage,
  withFrame: boolean,
): Promise<Answered[]> {
  const page = await context.newPage()
  try {
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.addInitScript(listen)
    await page.addInitScript(openNoWindow)
    await keep(page, storage)
    await page.goto(origin + path, { waitUntil: 'load' })
    await page.waitForSelector(ready, { state: 'attached', timeout: 60_000 })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.waitForTimeout(1000)
    return await tapAround(page, ready, withFrame)
  } finally {
    await page.close()
  }
}

/** Answers, outbox and app. */
async function keptOn(context: BrowserContext, origin: string): Promise<{ answers: number; app: number }> {
  const page = await context.newPage()
  await page.goto(`${origin}/sw.js`)
  const kept = await page.evaluate(async () => {
    const { usageDetails = {} } = (await navigator.storage.estimate()) as { usageDetails?: Record<string, number> }
    return { answers: usageDetails.indexedDB ?? 0, app: usageDetails.caches ?? 0 }
  })
  await page.close()
  return kept
}

async function coldVisit(browser: Browser, page: PhonePage): Promise<Seen> {
  const context = await browser.newContext(PHONE)
  const seen = await visit(context, page, 'slow')
  await context.close()
  return seen
}

/** On a weak phone, cold and again, and each tap. BENCH_SCREEN: an expression; BENCH_TAPS=none: no taps. */
export async function benchScreens(): Promise<void> {
  const server = await benchServer()
  const browser = await openBrowser()
  const everything: number[] = []
  const fell: string[] = []
  try {
    const sessions = await sessionsOf(server.url)
    const places = await placesOf(server.url, sessions.get('unit01') ?? {})
    const screens = Object.values(SCREENS).flat()
    for (const account of new Set(screens.map(({ as }) => as))) {
      const device = await browser.newContext(PHONE)
      const firstPath = screens.find(({ as }) => as === account)?.path
      for (const { as, path, ready = SETTLED } of screens) {
        const address = path(places)
        if (as !== account || !CHOSEN.test(address)) continue
        const storage = sessions.get(account ?? '')
        const page: PhonePage = { origin: server.url, path: address, ready, ...(storage && { storage }) }
        const where = `${address.replace(/\d{3,}/g, '…')}, ${account ?? 'nobody'}`
        try {
          const cold = await coldVisit(browser, page)
          if (TAPS === 'none') await visit(device, page, 'fast')
          const answers = TAPS === 'none' ? [] : await answersOf(device, page, path === firstPath)
          const again = await visit(device, page, 'slow')
          const times = answers.map(({ ms }) => ms)
          const slowest = answers.reduce((worst, one) => (one.ms > worst.ms ? one : worst), { what: '-', ms: 0 })
          everything.push(...times)
          const told = (column: string, value: number, unit: 'ms' | 'bytes' | '', goal?: string, note?: string) =>
            tell({
              name: `screen, ${column}`,
              where,
              value,
              unit,
              cell: { table: 'screen, times in ms', row: where, column, ...(note && { note }) },
              ...(goal && { goal }),
            })
          if (times.length > 0) told('answers, p95', part(times, 0.95), 'ms', '≤ 200', `of ${answers.length}`)
          if (times.length > 0) told('slowest answer', slowest.ms, 'ms', undefined, slowest.what.replace(/\|/g, ' '))
          told('moved, cold', cold.cls, '', '≤ 0')
          told('moved, again', again.cls, '', '≤ 0')
          told('ready, cold', cold.ready, 'ms')
          told('ready, again', again.ready, 'ms')
          told('long tasks, cold', cold.longTasks, 'ms')
          told('long tasks, again', again.longTasks, 'ms')
          told('requests, cold', cold.requests, '')
          told('bytes, cold', cold.bytes, 'bytes')
          for (const mover of [...cold.movers, ...again.movers]) console.log(`    moved ${mover}`)
          if (TAPS) for (const { what, ms } of answers) console.log(`    ${ms} ${what}`)
        } catch (failure) {
          fell.push(`${where}: ${String(failure)}`)
          console.log(fell[fell.length - 1])
        }
      }
      const { answers, app } = await keptOn(device, server.url)
      if (account) tell({ name: 'kept on the device, answers', where: account, value: answers, unit: 'bytes' })
      if (account) tell({ name: 'kept on the device, the app', where: account, value: app, unit: 'bytes' })
      await device.close()
    }
    const where = `${everything.length} answers on every screen`
    if (everything.length > 0)
      tell({ name: 'answer to a tap, p95', where, value: part(everything, 0.95), unit: 'ms', goal: '≤ 200' })
  } finally {
    await browser.close()
    await server.remove()
  }
  if (fell.length > 0) throw new Error(`${fell.length} screens could not be measured`)
}
