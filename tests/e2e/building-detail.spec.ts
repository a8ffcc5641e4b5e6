import { readFile } from 'node:fs/promises'
import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from './fixtures.ts'
import { pressInRow, signIn, untilControlled } from './people.ts'

type Sql = <Row extends Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>

async function buildingOf(sql: Sql, account: string): Promise<{ id: string; name: string }> {
  const [row] = await sql<{ id: string; name: string }>(
    `select b.id::text, b.name from building b
     join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = $1 and b.access_status = 1 order by b.id limit 1`,
    [account],
  )
  return row!
}

async function openPoints(page: Page, account: string, id: string): Promise<void> {
  await signIn(page, account)
  await page.waitForURL(/socialData/)
  await page.goto(`/buildDetail/${id}/1/pointInfo`)
  await expect(page.getByRole('table', { name: '点位' })).toBeVisible()
}

const HEAD = '设备编号,点位编号,设备名称,消防系统,接口类型,设备类型,楼层,区域,描述'
const BAD = new Set([10, 99, 250, 251, 500, 777, 1000])
const line = (n: number, type: string) => `E${n},E2E-${n},新烟感${n},火灾自动报警系统,火警信息,${type},3层,东区,`
const table = (bad: boolean) =>
  [
    HEAD,
    ...Array.from({ length: 1000 }, (_, i) =>
      line(i + 1, bad && BAD.has(i + 1) ? '没有的类型' : '点型光电感烟火灾探测器'),
    ),
  ].join('\n')

test.use({ serviceWorkers: 'allow' })

test('a thousand points with seven bad rows: the seven are reported and no point is imported; corrected, all are imported; the export reads back equal', async ({
  page,
  sql,
}) => {
  const { id } = await buildingOf(sql, 'unit02')
  const count = async () =>
    (await sql<{ n: number }>('select count(*)::int as n from point where building_id = $1', [id]))[0]!.n
  const before = await count()
  await openPoints(page, 'unit02', id)
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入点位' })
  await expect(dialog).toContainText('全部导入或全部不导入')
  const choose = (bad: boolean) =>
    dialog
      .getByLabel('点位表格')
      .setInputFiles({ name: '点位.csv', mimeType: 'text/csv', buffer: Buffer.from(table(bad)) })
  await choose(true)
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('7 行有误，未导入任何点位')
  const named = dialog.getByRole('list', { name: '有误的行' }).getByRole('listitem')
  await expect(named).toHaveCount(7)
  for (const n of BAD) await expect(named.filter({ hasText: `第 ${n + 1} 行` })).toHaveCount(1)
  expect(await count()).toBe(before)

  await choose(false)
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('导入成功：新增 1000，更新 0，未变 0')).toBeVisible()
  expect(await count()).toBe(before + 1000)

  const download = page
    .context()
    .waitForEvent('page')
    .then((popup) => popup.waitForEvent('download'))
  await page.getByRole('button', { name: '导出' }).click()
  const file = await readFile(await (await download).path())
  const sheet = await readXlsxFile(file)
  const rows = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
  expect(rows).toHaveLength(before + 1001)
  expect(rows[before + 1]!.slice(0, 7)).toEqual(line(1, '点型光电感烟火灾探测器').split(',').slice(0, 7))

  await page.getByRole('button', { name: '导入' }).click()
  await dialog
    .getByLabel('点位表格')
    .setInputFiles({ name: '点位.xlsx', mimeType: 'application/octet-stream', buffer: file })
  await dialog.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText(`导入成功：新增 0，更新 0，未变 ${before + 1000}`)).toBeVisible()
})

test('two users edit one point concurrently: the second compares both versions field by field, and nothing is lost', async ({
  page,
  browser,
  server,
  sql,
}) => {
  const { id } = await buildingOf(sql, 'wuye01')
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await openPoints(page, 'wuye01', id)
  await openPoints(other, 'unit01', id)
  const dialogOf = (of: Page) => of.getByRole('dialog', { name: /^编辑点位/ })
  for (const each of [page, other]) {
    await pressInRow(each, /^编辑点位/)
    await dialogOf(each)
      .getByLabel('楼层')
      .fill(each === page ? '甲改的楼层' : '乙改的楼层')
  }
  await dialogOf(other).getByRole('button', { name: '保存' }).click()
  await expect(dialogOf(other)).toHaveCount(0)
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  const conflict = dialogOf(page).getByRole('region', { name: '修改冲突' })
  await expect(conflict).toContainText('甲改的楼层')
  await expect(conflict).toContainText('乙改的楼层')
  const floor = async () =>
    (
      await sql<{ floor: string }>("select floor from point where building_id = $1 and floor like '_改的楼层'", [id])
    )[0]!.floor
  expect(await floor()).toBe('乙改的楼层')
  await conflict.getByRole('button', { name: '楼层采用对方内容' }).click()
  await expect(dialogOf(page).getByLabel('楼层')).toHaveValue('乙改的楼层')
  await dialogOf(page).getByRole('button', { name: '按所选保存' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  expect(await floor()).toBe('乙改的楼层')
  await elsewhere.close()
})

test('the picture of a building’s card, saved on a phone without a network, scans', async ({ page, sql, baseURL }) => {
  const { id, name } = await buildingOf(sql, 'unit01')
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  await page.goto(`/buildingCard/${id}`)
  await expect(page.getByRole('article', { name: '卡片预览' })).toContainText(`编号 ${id}`)
  await page.context().setOffline(true)
  const arrives = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).tap()
  const download = await arrives
  expect(download.suggestedFilename()).toBe(`${name}-建筑卡片.png`)
  const picture = (await readFile(await download.path())).toString('base64')
  const { pixels, ...size } = await page.evaluate(async (saved) => {
    const image = new Image()
    image.src = `data:image/png;base64,${saved}`
    await image.decode()
    const [width, height] = [image.width / 2, image.height / 2]
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
    pen.drawImage(image, 0, 0, width, height)
    return { width, height, pixels: Array.from(pen.getImageData(0, 0, width, height).data) }
  }, picture)
  expect(size).toEqual({ width: 620, height: 874 })
  expect(decodeQR({ ...size, data: Uint8Array.from(pixels) })).toBe(`${baseURL}/pack/${id}`)
})
