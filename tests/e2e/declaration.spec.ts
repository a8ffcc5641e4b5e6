import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { begin, choose, photo } from './declaring.ts'
import { expect, test } from './fixtures.ts'
import { signIn, untilKept } from './people.ts'

type Sql = <Row extends Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>

async function cameraPhoto(page: Page) {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 2600, height: 1950 })
    const pen = canvas.getContext('2d')!
    const grain = pen.createImageData(2600, 1950)
    for (let at = 0; at < grain.data.length; at += 1) grain.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251
    pen.putImageData(grain, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(String(reader.result)))
      reader.readAsDataURL(blob!)
    })
    return url.slice(url.indexOf(',') + 1)
  })
  return { name: '相机.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

async function drawing(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 800, height: 600 })
    const pen = canvas.getContext('2d')!
    const grain = pen.createImageData(800, 300)
    for (let at = 0; at < grain.data.length; at += 1) grain.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    pen.putImageData(grain, 0, 300)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return { name: '平面图.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

const cornerOfDraft = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    const name = all.map((one) => one.name ?? '').find((one) => one.startsWith('fire-drafts-'))
    if (name === undefined) return null
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    const request = db.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => request.addEventListener('success', resolve))
    db.close()
    const drafts = request.result as { files?: { type: string; bytes: ArrayBuffer }[] }[]
    const [file] = drafts.flatMap(({ files }) => files ?? [])
    if (!file) return null
    const pen = document.createElement('canvas').getContext('2d')!
    pen.drawImage(await createImageBitmap(new Blob([file.bytes], { type: file.type })), 0, 0)
    return [file.type, ...pen.getImageData(8, 8, 1, 1).data]
  })

const filesOf = async (sql: Sql, reason: string) =>
  sql<{ name: string; size: number; building: string }>(
    `select u.file_name as name, u.size, a.building_id::text as building from upload u
     join approval a on a.id = u.approval_id where a.reason = $1 order by u.id`,
    [reason],
  )

test.use({ serviceWorkers: 'allow' })

test('three photos over an interrupted connection: kept on the phone, resumed after an offline cold start, each stored once', async ({
  page,
  context,
  sql,
}) => {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilKept(page)
  const camera = await cameraPhoto(page)
  expect(camera.buffer.length).toBeGreaterThan(1_000_000)
  const dialog = await begin(page, 0, '三张照片')
  await expect(dialog.getByRole('button', { name: '拍照' })).toBeVisible()
  await choose(dialog, [photo(1), camera, photo(2)])
  await expect(dialog.getByRole('list', { name: '附件列表' }).getByRole('listitem')).toHaveCount(3)

  let sent = 0
  let letGo = () => undefined as void
  const shown = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/file/upload?*', async (route) => {
    sent += 1
    if (sent !== 2) return route.continue()
    await route.fetch()
    await shown
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '现场1.jpg' })).toContainText('已上传')
  await expect(dialog).toContainText('申报已保存在本机，正在提交')
  letGo()
  await expect(page.getByText('成功：已保存在本机，联网后自动提交')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await filesOf(sql, '三张照片')).toEqual([])

  await page.reload()
  await page.goto('/outbox')
  const waiting = page.getByRole('listitem').filter({ hasText: '特殊申报' })
  await expect(waiting).toContainText('附件 1/3 已上传')

  await context.setOffline(false)
  await expect(page.getByText('没有待提交的内容')).toBeVisible()
  const stored = await filesOf(sql, '三张照片')
  expect(stored.map(({ name }) => name)).toEqual(['现场1.jpg', '相机.jpg', '现场2.jpg'])
  expect(stored[1]!.size).toBeLessThan(camera.buffer.length / 2)
  expect(await sql('select 1 from upload where approval_id is null')).toEqual([])
})

test('a rejected file shows its error and the others are not sent again; a later rejection keeps all input', async ({
  page,
  context,
  server,
  sql,
}) => {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilKept(page)
  const dialog = await begin(page, 0, '一份被拒')
  const scripted = '%PDF-1.4\n1 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj\n%%EOF'
  await choose(dialog, [
    photo(3),
    { name: '说明.pdf', mimeType: 'application/pdf', buffer: Buffer.from(scripted) },
    photo(4),
  ])
  // Counted by the server: the service worker sends, too.
  const uploads = () => server.said.filter((line) => line.includes('"call":"upload.store"')).length
  const before = uploads()
  await dialog.getByRole('button', { name: '提交' }).click()
  const listed = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(listed('说明.pdf')).toContainText('PDF 文件含有脚本、附件或自动执行的操作，不能上传')
  await expect(listed('现场3.jpg')).toContainText('已上传')
  await dialog.getByRole('button', { name: '删除说明.pdf' }).click()

  // Another user declares for the same building, and the network fails.
  const [building] = await sql<{ id: string }>(`select b.id::text from building b where b.name = $1`, [
    await dialog.getByRole('paragraph').first().innerText(),
  ])
  await sql('update building set approve_status = 0 where id = $1', [building!.id])
  await context.setOffline(true)
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('成功：已保存在本机，联网后自动提交')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: /待提交/ }).click()
  const refused = page.getByRole('listitem').filter({ hasText: '特殊申报' })
  await expect(refused).toContainText('提交失败')
  await sql('update building set approve_status = null where id = $1', [building!.id])
  await refused.getByRole('button', { name: '修改' }).click()
  await expect(dialog.getByLabel('申报原因')).toHaveValue('一份被拒')
  await expect(dialog.getByRole('list', { name: '附件列表' }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('申报成功')).toBeVisible()
  expect((await filesOf(sql, '一份被拒')).map(({ name }) => name)).toEqual(['现场3.jpg', '现场4.jpg'])
  expect(uploads() - before).toBe(3)
  await page.goto('/outbox')
  await expect(page.getByText('没有待提交的内容')).toBeVisible()
})

test('a drawing on a transparent ground is kept on white', async ({ page }) => {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilKept(page)
  const dialog = await begin(page, 0, '透明底图')
  const transparent = await drawing(page)
  expect(transparent.buffer.length).toBeGreaterThan(400_000)
  await choose(dialog, [transparent])
  await expect.poll(() => cornerOfDraft(page)).toEqual(['image/jpeg', 255, 255, 255, 255])
})
