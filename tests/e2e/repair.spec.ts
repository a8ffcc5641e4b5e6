import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'
import { deletion, MESSAGES, queueWrites } from './queue-writes.ts'

const KEPT = [
  ['fire-drafts-another', 'drafts'],
  ['fire-sealed', 'seals'],
] as const

test.use({ serviceWorkers: 'allow' })

test(
  'a start that draws nothing offers 修复, which saves what waits, clears, and takes it in again without doubling',
  {
    tag: '@sizes',
  },
  async ({ page, sql, expectConsole }) => {
    test.setTimeout(120_000)
    expectConsole(/ERR_FAILED/)
    const run = `repair-${Date.now()}`
    const [first, second] = await sql<{ id: string }>(MESSAGES)
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    const open = await page.context().newPage()
    await page.close()

    await open.goto('/manifest.webmanifest')
    await queueWrites(open, [deletion(first!.id, `${run}-1`), deletion(second!.id, `${run}-2`)])
    await open.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await open.route(/\/assets\/.*\.js/, (route) => route.abort('failed'))
    await open.goto('/socialData')
    await open.getByRole('link', { name: '修复' }).click({ timeout: 20_000 })
    await expect(open.getByRole('heading', { level: 1, name: '修复' })).toBeVisible()
    await expect(open.getByText(/^当前账号：.*（2 项）$/)).toBeVisible()
    await expect(open.getByRole('listitem').filter({ hasText: '删除通知' })).toHaveCount(2)

    const downloading = open.waitForEvent('download')
    await open.getByRole('button', { name: '保存为文件' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^未提交的内容-\d{4}-\d\d-\d\d\.json$/)
    const saved = await readFile(await download.path())
    const asFile = { name: 'unsent.json', mimeType: 'application/json', buffer: saved }

    await open.getByRole('button', { name: '全部清除' }).click()
    await expect(open.getByText(/未提交的 2 项将丢失/)).toBeVisible()
    await open.getByRole('button', { name: '取消' }).click()
    await open.getByRole('button', { name: '清除缓存' }).click()
    await expect(open.getByText(/未提交的 2 项、草稿和加密保存的内容保留/)).toBeVisible()
    await open.unroute(/\/assets\/.*\.js/)
    await open.evaluate(async (stores) => {
      for (const [name, store] of stores)
        await new Promise<void>((resolve) => {
          const request = indexedDB.open(name)
          request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
          request.addEventListener('success', () => {
            request.result.close()
            resolve()
          })
        })
    }, KEPT)
    await open.getByRole('button', { name: '确定' }).click()
    await open.waitForURL(({ pathname }) => !pathname.startsWith('/repair'))
    const names = await open.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(names).toEqual(expect.arrayContaining(KEPT.map(([name]) => name)))
    expect(names.filter((name) => name?.startsWith('fire-read'))).toEqual([])

    // The starting worker may hold a database; the page then asks for another try.
    await expect(async () => {
      await open.goto('/repair.html')
      await open.getByRole('button', { name: '全部清除' }).click()
      await open.getByRole('button', { name: '确定' }).click()
      await open.waitForURL(({ pathname }) => pathname !== '/repair.html', { timeout: 15_000 })
    }).toPass()
    expect(
      await open.evaluate(async () => [
        localStorage.getItem('fire-docking:Headers'),
        (await indexedDB.databases()).filter(({ name }) => name?.startsWith('fire-unsent')).length,
      ]),
    ).toEqual([null, 0])

    await open.goto('/repair')
    await open.getByLabel('取回已保存的文件').setInputFiles(asFile)
    await expect(open.getByText(/此文件属于账号“.*”，请先用该账号登录/)).toBeVisible()

    await signIn(open, 'unit01')
    await open.waitForURL(/socialData/)
    await untilControlled(open)
    for (const words of [/已取回 2 项/, /已取回 2 项|2 项本机已有/]) {
      // Served past the worker.
      await open.goto('/repair')
      await open.getByLabel('取回已保存的文件').setInputFiles(asFile)
      await expect(open.getByText(words)).toBeVisible()
      await open.goto('/outbox')
      await expect(open.getByText('没有待提交的内容')).toBeVisible()
      await expect
        .poll(() => sql<{ n: string }>(`select count(*) as n from idempotency where key like $1`, [`${run}-_`]))
        .toEqual([{ n: '2' }])
    }
    await open.goto('/repair')
    await expect(open.getByText('没有', { exact: true })).toBeVisible()
  },
)
