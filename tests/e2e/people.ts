import type { APIRequestContext, Locator, Page } from '@playwright/test'

const PASSWORD = 'Fire@119demo'

/** Signs in outside the page; returns the token. */
export async function signInElsewhere(request: APIRequestContext, account: string): Promise<string> {
  const picture = await (await request.post('/user/sendPhotograph')).json()
  const { photographToken } = picture.data as { photographToken: string }
  const form = { account, password: PASSWORD, photographCode: '0000', photographToken, type: '1' }
  const answer = await (await request.post('/wuye/user/login', { form })).json()
  return (answer.data as { 'x-auth-token': string })['x-auth-token']
}

/** Stores a session on the device, as begun on an earlier day. */
export async function comeSignedIn(page: Page, request: APIRequestContext, account: string): Promise<void> {
  const token = await signInElsewhere(request, account)
  const user = await (await request.get('/wuye/user/detail', { headers: { 'x-auth-token': token } })).json()
  await page.addInitScript(
    ([headers, info]) => {
      localStorage.setItem('fire-docking:Headers', headers!)
      localStorage.setItem('fire-docking:UserInfo', info!)
    },
    [JSON.stringify({ 'x-auth-token': token }), JSON.stringify(user.data)],
  )
}

/** `/login#<ticket>` opens its home. */
export async function ticketFor(request: APIRequestContext, account: string): Promise<string> {
  const token = await signInElsewhere(request, account)
  const answer = await (await request.post('/field/v1/ticket', { headers: { 'x-auth-token': token } })).json()
  return (answer.data as { ticket: string }).ticket
}

export const DEMO_PASSWORD = 'Fire@119demo'

/** On their first page. */
export const TO_DO = `select b.id::text from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
  join account a on a.unit_id = bu.unit_id
  join lateral (select * from problem where building_id = b.id order by happened_at desc limit 15) p on true
  where a.account = 'unit01' and p.problem_type = 1 and p.todo_status = 0 and p.solved_at is null
  group by b.id order by count(*) desc`

export async function signIn(page: Page, account: string, entry = '/login', password = DEMO_PASSWORD): Promise<void> {
  await page.goto(entry)
  await page.getByRole('textbox', { name: '账号' }).fill(account)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  await page.getByRole('textbox', { name: '验证码' }).fill('0000')
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Presses an entry of the account's menu, on phones of 我的. */
export async function pressOfAccount(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^账号：/ })
  const mine = page.getByRole('navigation', { name: '底部菜单' }).getByRole('link', { name: /我的$/ })
  const back = page.getByRole('main').getByRole('button', { name: '返回', exact: true })
  await menu.or(mine).or(back).filter({ visible: true }).first().waitFor()
  if (!(await menu.or(mine).filter({ visible: true }).count())) await back.click()
  await menu.or(mine).filter({ visible: true }).waitFor()
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  } else {
    await mine.click()
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  }
}

export async function pressOf(row: Locator, name: string | RegExp): Promise<void> {
  const button = row.getByRole('button', { name })
  const entry = row.getByRole('menuitem', { name })
  const opener = openerIn(row)
  await button.or(opener).filter({ visible: true }).first().waitFor()
  if (!(await button.isVisible())) await opener.first().click()
  await button.or(entry).click()
}

const openerIn = (within: Locator) => within.locator('button[aria-expanded]')

export async function pressInRow(page: Page, name: string | RegExp, nth = 0): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const more = openerIn(page.getByRole('table'))
  await button.or(more).filter({ visible: true }).first().waitFor()
  if (await button.nth(nth).isVisible()) return button.nth(nth).click()
  let before = nth
  for (const opener of await more.all()) {
    await opener.click()
    const entry = page.getByRole('menuitem', { name, exact: true }).or(button)
    if ((await entry.count()) > 0 && before-- === 0) return entry.click()
    await page.keyboard.press('Escape')
  }
  throw new Error(`no row offers ${String(name)}`)
}

export async function signOut(page: Page): Promise<void> {
  await pressOfAccount(page, '退出登录')
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/' || /^\/(portal|login)/.test(pathname))
}

/** Worker active, dashboard cached. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const answersKept = async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('fire-read-')) continue
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.addEventListener('success', () => resolve(opening.result))
          opening.addEventListener('error', () => reject(opening.error))
        })
        const count = await new Promise<number>((resolve) => {
          const asking = db.transaction('answers').objectStore('answers').count()
          asking.addEventListener('success', () => resolve(asking.result))
        })
        db.close()
        if (count >= 5) return true
      }
      return false
    }
    while (!(navigator.serviceWorker.controller && (await answersKept())))
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

/** Resolves when the service worker controls the page. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

export async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      for (const store of db.objectStoreNames) {
        const asking = db.transaction(store).objectStore(store).getAll()
        found.push(
          name,
          await new Promise((resolve) => asking.addEventListener('success', () => resolve(asking.result))),
        )
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(found)
  })
}
