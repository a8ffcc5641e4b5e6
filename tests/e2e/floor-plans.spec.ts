import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'

const BARE = `select b.id::text, b.name from building b
  join building_unit u on u.building_id = b.id and u.kind = 'bound' join account a on a.unit_id = u.unit_id
  where a.account = 'unit01' and not exists (select 1 from floor_plan f where f.building_id = b.id)
    and (select count(*) from point p where p.building_id = b.id) >= 60 order by b.id limit 1`

const FLOORS = ['1层', '2层', '3层']
const PER_FLOOR = 20

test.use({ serviceWorkers: 'allow' })

test('three floors with sixty points are placed by taps on a phone in under five minutes, then shown offline from an inspector’s bundle', async ({
  page,
  browser,
  server,
  sql,
}) => {
  test.setTimeout(300_000)
  const [building = { id: '', name: '' }] = await sql<{ id: string; name: string }>(BARE)
  await sql(
    `update point set floor = (array['1层', '2层', '3层'])[1 + nth / 20]
     from (select id as of, (row_number() over (order by id) - 1)::int as nth from point where building_id = $1) n
     where id = n.of and nth < 60`,
    [building.id],
  )
  await sql(
    `update point set floor = '9层' where building_id = $1 and id not in
    (select id from point where building_id = $1 order by id limit 60)`,
    [building.id],
  )
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await page.goto(`/buildDetail/${building.id}/1/planInfo`)
  const floors = page.getByRole('list', { name: '楼层' })
  await expect(floors.getByRole('button', { name: /^3层/ })).toContainText('20 个点位')
  // The drawing, as a phone's picture.
  const picture = Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 3000
      canvas.height = 2000
      const context = canvas.getContext('2d')!
      context.fillStyle = '#fff'
      context.fillRect(0, 0, 3000, 2000)
      context.lineWidth = 12
      for (const x of [100, 800, 1500, 2200, 2900]) context.strokeRect(100, 100, x - 100 || 1, 1800)
      const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/png'))
      return [...new Uint8Array(await blob.arrayBuffer())]
    }),
  )
  const plan = page.locator('[data-plan]')
  const begun = Date.now()
  let taps = 0
  const tap = async (name: string) => {
    taps += 1
    await page.getByRole('button', { name, exact: true }).tap()
  }
  for (const floor of FLOORS) {
    taps += 1
    await floors.getByRole('button', { name: new RegExp(`^${floor}`) }).tap()
    const chooser = page.waitForEvent('filechooser')
    await tap('上传平面图')
    await (await chooser).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture })
    await tap('放置点位')
    await expect(page.getByText(`还剩 ${PER_FLOOR} 个`)).toBeVisible()
    const box = (await plan.boundingBox())!
    const height = box.width / 1.5
    for (let n = 0; n < PER_FLOOR; n += 1) {
      const x = box.width * (0.12 + 0.19 * (n % 5))
      const y = box.height / 2 + height * (0.15 * Math.floor(n / 5) - 0.22)
      await plan.tap({ position: { x, y } })
      taps += 1
    }
    await expect(page.getByText('本层点位已全部放置')).toBeVisible()
    await tap(`保存 ${PER_FLOOR} 处`)
    await expect(page.getByText(`已放置 ${PER_FLOOR} / ${PER_FLOOR} 个点位`)).toBeVisible()
  }
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(`3 floors, 60 points: ${taps} taps, ${seconds} seconds by a program, ${taps * 3} at three seconds a tap`)
  const [{ n } = { n: 0 }] = await sql<{ n: number }>(
    `select count(*)::int as n from point_place p join floor_plan f on f.id = p.plan_id where f.building_id = $1`,
    [building.id],
  )
  expect([n, taps * 3 < 300]).toEqual([60, true])

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...phone, baseURL: server.url })
  const inspector = await context.newPage()
  await signIn(inspector, 'zongdui')
  await inspector.waitForURL(/fireDepData/)
  await untilControlled(inspector)
  await inspector.goto(`/buildDetail/${building.id}/0/baseInfo`)
  await inspector.getByRole('button', { name: '更多', exact: true }).click()
  await inspector.getByRole('button', { name: '离线下载', exact: true }).click()
  await expect(inspector.getByRole('link', { name: /已下载/ })).toBeVisible()
  await context.setOffline(true)
  await inspector.goto(`/buildDetail/${building.id}/0/planInfo`)
  for (const floor of FLOORS) {
    const stack = inspector.getByRole('list', { name: '楼层' })
    await stack.getByRole('button', { name: new RegExp(`^${floor}`) }).tap()
    await expect(inspector.locator('[data-plan] [data-mark]')).toHaveCount(PER_FLOOR)
    await expect(inspector.locator('[data-plan] img.leaflet-image-layer')).toHaveAttribute('src', /^data:image\/jpeg/)
  }
  await expect(inspector.getByRole('button', { name: '放置点位' })).toHaveCount(0)
  await context.close()
})

test(
  'the page of a PDF becomes the floor’s plan; a file that only claims to be one changes nothing',
  { tag: '@desktop' },
  async ({ page, sql }) => {
    const [building = { id: '' }] = await sql<{ id: string }>(BARE)
    await sql(`update point set floor = '5层' where building_id = $1`, [building.id])
    const widths = async () =>
      (await sql<{ width: number }>('select width from floor_plan where building_id = $1', [building.id])).map(
        ({ width }) => width,
      )
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await page.goto(`/buildDetail/${building.id}/1/planInfo`)
    async function choose(buffer: Buffer) {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: '上传平面图', exact: true }).click()
      await (await chooser).setFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer })
    }
    await choose(Buffer.from('no document'))
    await expect(page.getByText('此 PDF 无法打开，请截图或拍照后上传图片')).toBeVisible()
    expect(await widths()).toEqual([])

    await choose(await twoPages())
    const dialog = page.getByRole('dialog', { name: '选择5层平面图所在的页' })
    await expect(dialog.getByText('第 1 页，共 2 页')).toBeVisible()
    await dialog.getByRole('button', { name: '下一页' }).click()
    await expect(dialog.getByRole('figure', { name: '第 2 页' })).toBeVisible()
    await dialog.getByRole('button', { name: '使用此页' }).click()
    await expect(page.getByText('5层平面图已上传')).toBeVisible()
    // The second page is upright: half as wide as it is tall.
    expect(await widths()).toEqual([1200])
    await expect(page.locator('[data-plan] img.leaflet-image-layer')).toBeVisible()
  },
)

function twoPages(): Promise<Buffer> {
  const document = new PdfDocument({ size: [800, 600] })
  document.rect(40, 40, 700, 500).stroke()
  document.addPage({ size: [400, 800] })
  document.lineWidth(6).rect(40, 40, 320, 720).stroke('#c00')
  document.end()
  return buffer(document)
}
