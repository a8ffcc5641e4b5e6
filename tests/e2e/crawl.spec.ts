import { type Places, placesOf, SCREENS } from '../bench/screens.ts'
import { keep, SETTLED, sessionOf } from '../bench/support/phone.ts'
import {
  closeDialogs,
  goTo,
  openWithoutWrites,
  press,
  pressables,
  type Pressable,
  redFigures,
  settle,
  view,
  type View,
} from './crawl-page.ts'
import { expect, test } from './fixtures.ts'

const FILES_AND_WINDOWS = /导出|下载|打印|模板|书$|执照|报告|使用手册|^预览$/

const OWN_OF_OTHERS = /^\/(socialData|fireDepData|buildingList|alarms)$/

const isAbout = (path: (places: Places) => string) =>
  path({ building: '1', tenant: '1' }) !== path({ building: '2', tenant: '2' })

test.use({ reducedMotion: 'reduce' })
test.describe.configure({ mode: 'parallel' })

for (const [account, as] of [
  ['unit01', 'unit01'],
  ['wuye01', 'unit01'],
  ['zhidui', 'zhidui'],
  ['jingan', 'zhidui'],
] as const)
  test(
    `every figure and the rows of every list of ${account} lead on`,
    { tag: '@desktop' },
    async ({ page, server, sql }) => {
      test.setTimeout(600_000)
      await sql(`update upload set approval_id = null where approval_id is not null`)
      const places = await placesOf(server.url, await sessionOf(server.url, account === 'wuye01' ? account : 'unit01'))
      await keep(page, await sessionOf(server.url, account))
      const attempts = await openWithoutWrites(page)
      const failures: string[] = []
      const led = new Map<string, View>()
      let pressed = 0
      const judge = (from: string, { name, href }: Pressable, { failure, place }: View) =>
        failure !== null || place.startsWith('/noAccess')
          ? `${from}: „${name}“ ${href ?? ''} leads to ${failure ?? place}`
          : null
      for (const screen of Object.values(SCREENS).flat()) {
        const address = screen.path(places)
        if (screen.as !== as && !isAbout(screen.path)) continue
        if (account !== as && !OWN_OF_OTHERS.test(address)) continue
        await page.goto(address)
        await page.waitForSelector(SETTLED)
        await settle(page)
        const { place: home } = await view(page)
        if (home.startsWith('/noAccess')) continue
        for (const red of await redFigures(page)) failures.push(`${address}: red and not pressable: ${red}`)
        for (const one of await pressables(page)) {
          if (FILES_AND_WINDOWS.test(one.name)) continue
          const known = one.href === null ? undefined : led.get(one.href)
          if (known && judge(address, one, known) === null) continue
          const tried = attempts()
          const problem = await press(page, one)
          pressed++
          if (problem === 'gone' || attempts() > tried || (problem !== null && one.href && home.startsWith(one.href)))
            continue
          let failure: string | null = problem && `${address}: „${one.name}“ ${problem}`
          if (problem === null) {
            let now = await view(page)
            for (let tries = 0; tries < 20 && judge(address, one, now) !== null; tries++) {
              await page.waitForTimeout(100)
              now = await view(page)
            }
            if (one.href !== null) led.set(one.href, now)
            failure = judge(address, one, now)
          }
          if (failure) failures.push(failure)
          const isClosed = await closeDialogs(page)
          const { place } = await view(page)
          if (!isClosed) {
            await page.goto(home)
            await page.waitForSelector(SETTLED)
          }
          if (place !== home || !isClosed) await goTo(page, home)
        }
      }
      console.log(`${account}: pressed ${pressed}, ${led.size} links followed, ${failures.length} failures`)
      expect(failures).toEqual([])
    },
  )
