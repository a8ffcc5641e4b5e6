import type { Page } from '@playwright/test'
import { releaseInFrontOf } from '../support/newer-version.ts'
import { expect, test } from './fixtures.ts'
import { untilControlled } from './people.ts'

test.use({ serviceWorkers: 'allow' })

test('a new version asks before it starts; 稍后 changes nothing, 更新 reloads once into it', async ({
  page,
  server,
}) => {
  const release = await releaseInFrontOf(server.url)
  await page.goto(`${release.url}/login`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await expect(page.getByText('有新版本')).toHaveCount(0)

  release.publish()
  await page.getByRole('textbox', { name: '账号' }).fill('unit01')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect(page.getByText('有新版本')).toBeVisible()
  await page.getByRole('button', { name: '稍后' }).click()
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue('unit01')

  await page.reload()
  await expect(page.getByText('有新版本')).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '更新' }).click()
  await reloaded
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText('有新版本')).toHaveCount(0)
  release.close()
})

/** Ends with the registration, as push does. */
const mark = (page: Page) =>
  page.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    return (await navigationPreload.getState()).headerValue
  })

test('the kill switch removes the files and keeps the registration; a server that no longer serves such an old client shows this', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  await page.goto('/login')
  await untilControlled(page)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.setHeaderValue('kept'))
  await server.restart({ KILL_SWITCH: '1' })
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect
    .poll(() =>
      page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()]),
    )
    .toEqual([1, []])
  expect(await mark(page)).toBe('kept')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()

  await server.restart({ KILL_SWITCH: '0', MIN_CLIENT: '999' })
  await page.goto('/login')
  await expect(page.getByText('此版本已停用，更新后继续使用')).toBeVisible()
  await expect(page.getByRole('button', { name: '稍后' })).toHaveCount(0)
  await untilControlled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '更新' }).click()
  await expect(page.getByText('没有网络，联网后再更新')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: '更新' })).toBeEnabled()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await server.restart({ MIN_CLIENT: '0' })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '更新' }).click()
  await reloaded
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText('此版本已停用')).toHaveCount(0)
  expect(await mark(page)).toBe('kept')
})
