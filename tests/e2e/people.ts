import type { APIRequestContext, Page } from '@playwright/test'

const PASSWORD = 'Fire@119demo'

/** Signs in somewhere else than in the page; answers the token. */
export async function signInElsewhere(request: APIRequestContext, account: string): Promise<string> {
  const picture = await (await request.post('/user/sendPhotograph')).json()
  const { photographToken } = picture.data as { photographToken: string }
  const form = { account, password: PASSWORD, photographCode: '0000', photographToken, type: '1' }
  const answer = await (await request.post('/wuye/user/login', { form })).json()
  return (answer.data as { 'x-auth-token': string })['x-auth-token']
}

/** Puts a session onto the device, as one that began on an earlier day left it. */
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

/** A ticket for an account: `/login#<ticket>` opens its home without a form. */
export async function ticketFor(request: APIRequestContext, account: string): Promise<string> {
  const token = await signInElsewhere(request, account)
  const answer = await (await request.post('/field/v1/ticket', { headers: { 'x-auth-token': token } })).json()
  return (answer.data as { ticket: string }).ticket
}

export const DEMO_PASSWORD = 'Fire@119demo'

/** Buildings of unit01 with a to-do on their first page that can be processed by hand. */
export const TO_DO = `select b.id::text from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
  join account a on a.unit_id = bu.unit_id
  join lateral (select * from problem where building_id = b.id order by happened_at desc limit 15) p on true
  where a.account = 'unit01' and p.problem_type = 1 and p.todo_status = 0 and p.solved_at is null
  group by b.id order by count(*) desc`

/** Fills in the sign-in form of an account and presses 登录. */
export async function signIn(page: Page, account: string, entry = '/login', password = DEMO_PASSWORD): Promise<void> {
  await page.goto(entry)
  await page.getByRole('textbox', { name: '账号' }).fill(account)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  await page.getByRole('textbox', { name: '验证码' }).fill('0000')
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Opens the account menu, chooses 退出登录 and confirms it. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '确定' }).click()
}

/** Waits until the app would open without a network: its worker answers, and the dashboard's answers are kept. */
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

/** Resolves once the page's worker answers for it. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Everything the browser keeps for this page, as one text: storages, databases and caches. */
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
