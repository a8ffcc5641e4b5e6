import type { Page } from '@playwright/test'
import { begin, choose, photo } from '../e2e/declaring.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { signIn, TO_DO, untilControlled } from '../e2e/people.ts'
import { earlierInFrontOf } from '../support/newer-version.ts'

/** OLDER_BUILDS=folder,folder,folder: see older-builds.mjs. */
const OLDER_BUILDS = (process.env.OLDER_BUILDS ?? '').split(',').filter(Boolean)

/** Its name tells the build. */
const entryOf = (html: string) => /<script[^>]*\ssrc="([^"]*assets[^"]*)"/.exec(html)?.[1] ?? ''

interface Change {
  readonly page: Page
  readonly url: string
  /** As a person does. */
  toPresent(): Promise<void>
  sql<Row extends Record<string, unknown>>(query: string, values?: unknown[]): Promise<Row[]>
}

/** Before, and what must hold after. */
const STATES: Readonly<Record<string, (change: Change) => Promise<void>>> = {
  async idle({ page, toPresent }) {
    await toPresent()
    await expect(page.getByText(/截至/).first()).toBeVisible()
  },

  async 'a dirty form'({ page, url, toPresent, sql }) {
    const [own] = await sql<{ id: string }>(
      `select b.id::text from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
       join account a on a.unit_id = bu.unit_id where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`,
    )
    await page.goto(`${url}/editBuilding/${own!.id}?fnc=edit`)
    await page.getByLabel('综合体名称').fill('写到一半')
    await toPresent()
    await expect(page.getByLabel('综合体名称')).toHaveValue('写到一半')
  },

  async 'waiting writes'({ page, url, toPresent, sql }) {
    const deals = async () =>
      Number((await sql<{ n: string }>(`select count(*) as n from audit where action = 'problem.deal'`))[0]!.n)
    const before = await deals()
    const [toDo] = await sql<{ id: string }>(TO_DO)
    await page.route('**/todo/deal*', (route) => route.abort())
    await page.goto(`${url}/buildDetail/${toDo!.id}/1/todoInfo`)
    await page.getByRole('button', { name: '处理', exact: true }).first().click()
    await expect(page.getByText('已保存在本机，联网后自动提交')).toBeVisible()
    await toPresent()
    await page.goto(`${url}/outbox`)
    await expect(page.getByRole('button', { name: '放弃' })).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByText('没有待提交的内容')).toBeVisible({ timeout: 60_000 })
    expect((await deals()) - before).toBe(1)
  },

  async 'an upload under way'({ page, url, toPresent, sql }) {
    const reason = `换版本 ${Date.now()}`
    const dialog = await begin(page, 0, reason, url)
    await choose(dialog, [photo(1), photo(2)])
    let sent = 0
    await page.route('**/file/upload?*', async (route) => {
      sent += 1
      if (sent !== 2) return route.continue()
      await route.fetch()
      return undefined
    })
    await dialog.getByRole('button', { name: '提交' }).click()
    await expect.poll(() => sent).toBe(2)
    // Behind the dialog; work continues.
    await dialog
      .getByRole('button', { name: /^(关闭|取消)$/ })
      .last()
      .click()
    await toPresent()
    const stored = async () => {
      const files = await sql<{ name: string }>(
        `select u.file_name as name from upload u join approval a on a.id = u.approval_id where a.reason = $1 order by u.id`,
        [reason],
      )
      return files.map(({ name }) => name)
    }
    await expect.poll(stored, { timeout: 90_000 }).toEqual(['现场1.jpg', '现场2.jpg'])
    await page.goto(`${url}/outbox`)
    await expect(page.getByText('没有待提交的内容')).toBeVisible()
    expect(await sql('select 1 from upload where approval_id is null')).toEqual([])
  },
}

test('older builds are given', () => {
  expect(OLDER_BUILDS, 'OLDER_BUILDS, see tests/bench/older-builds.mjs').not.toEqual([])
})

for (const folder of OLDER_BUILDS)
  for (const [state, live] of Object.entries(STATES))
    test(`${folder.split('/').slice(-3, -2).join()} → now, ${state}`, async ({ page, server, sql, expectConsole }) => {
      test.setTimeout(300_000)
      if (state === 'waiting writes') expectConsole(/ERR_FAILED/)
      const release = await earlierInFrontOf(server.url, folder)
      const present = entryOf(await (await fetch(server.url)).text())
      const running = async () => entryOf(await page.content())
      await signIn(page, 'unit01', `${release.url}/login`)
      await page.waitForURL(/socialData/)
      await untilControlled(page)
      expect(await running()).not.toBe(present)
      await live({
        page,
        url: release.url,
        sql,
        async toPresent() {
          release.publish()
          await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
          const reloaded = page.waitForEvent('load')
          await page.getByRole('button', { name: '更新' }).click()
          await reloaded
          await expect(page.getByRole('main')).not.toBeEmpty()
          expect(await running()).toBe(present)
        },
      })
      release.close()
    })
