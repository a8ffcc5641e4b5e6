import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import type { BuiltServer } from '../../support/built-server.ts'
import { pushBrowser } from '../../support/push-service.ts'
import { phoneOf, type Place, reportFire } from './alarm-city.ts'
import { signedIn } from './bench-api.ts'
import { openBrowser } from './phone.ts'
import { tell } from './tell.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/'
const WAIT_MS = 60_000

/**
 * How soon an open desk shows a fire that reaches no person otherwise. Ends all alarms.
 * @param url of the balancer
 */
export async function benchFailingChannels(
  db: Db,
  servers: readonly BuiltServer[],
  url: string,
  place: Place,
): Promise<void> {
  // They hold rows of the steps.
  for (const server of servers) await server.stop()
  await db.execute(sql`delete from alarm`)
  await db.execute(sql`delete from device_event where kind = 'fire'`)
  const { endpoint, p256dh, auth } = pushBrowser('https://push.invalid', 'phone').subscription
  await db.execute(sql`insert into contact_device (contact_id, name, endpoint, p256dh, auth, link_hash, bound_at)
    select id, '手机', ${endpoint}, ${p256dh}, ${auth}, '', now() from duty_contact where phone = ${phoneOf(place.building)}`)
  for (const server of servers) await server.restart({ SMS_URL: NOWHERE, VOICE_URL: NOWHERE })
  const headers = { 'x-auth-token': await signedIn(db, 'zhidui', new Date()) }
  const { data } = (await (await fetch(`${url}/wuye/user/detail`, { headers })).json()) as { data: object }
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    page.setDefaultTimeout(WAIT_MS)
    await page.addInitScript(
      ([token, user]) => {
        localStorage.setItem('fire-docking:Headers', token!)
        localStorage.setItem('fire-docking:UserInfo', user!)
      },
      [JSON.stringify(headers), JSON.stringify(data)],
    )
    await page.goto(`${url}/alarms`)
    await page.locator('[data-live=live]').waitFor()
    const row = page.getByRole('list', { name: '未结束的火警' }).getByRole('link').first()
    const notice = page.getByText('全部通知方式故障')
    const answer = await reportFire(servers[0]!.url, place, 1)
    if (answer.body?.code !== 200) throw new Error(`a report was answered ${answer.body?.message}`)
    const from = performance.now()
    const since = (seen: Promise<void>) => seen.then(() => performance.now() - from)
    const [shown, noticed, complete] = await Promise.all([
      since(row.waitFor()),
      since(notice.waitFor()),
      since(notice.filter({ hasText: '推送、短信、电话' }).waitFor()),
    ])
    const where = 'push, SMS and voice fail'
    tell({ name: 'report answered → the fire on an open desk', where, value: shown, unit: 'ms', goal: '≤ 2000' })
    tell({
      name: 'report answered → the desk says that messages fail',
      where,
      value: noticed,
      unit: 'ms',
      goal: '≤ 10000',
    })
    tell({
      name: 'report answered → the desk names all three channels',
      where,
      value: complete,
      unit: 'ms',
      goal: '≤ 10000',
    })
  } finally {
    await browser.close()
  }
}
