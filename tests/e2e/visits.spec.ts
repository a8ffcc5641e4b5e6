import { chunkFile } from '../support/chunk-file.ts'
import { expect, test } from './fixtures.ts'
import { comeSignedIn } from './people.ts'

interface Row {
  route: string
  measure: string
  build: string
  counts: string[]
}

const OWN_CALL = '/field/v1/visits'

test('a measured visit of each of three pages reaches the metrics and the page of the operator @wide', async ({
  page,
  request,
  server,
  sql,
}) => {
  await server.restart({ VISIT_SAMPLE: '1' })
  await sql('truncate visit_day')
  await comeSignedIn(page, request, 'unit01')
  for (const path of ['/socialData', '/buildingList?name=张三丰', '/outbox']) {
    const measures = page.waitForResponse(new RegExp(chunkFile('measure-visit')))
    await page.goto(path)
    await measures
    // A key ends its search.
    await page.evaluate(
      () =>
        new Promise((seen) => {
          new PerformanceObserver(seen).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
    await page.keyboard.press('Tab')
    await page.waitForTimeout(1500)
  }
  await page.goto('/manifest.webmanifest')
  const rows = () => sql<Row>('select route, measure, build, counts from visit_day')
  await expect
    .poll(async () => new Set((await rows()).map(({ route }) => route)))
    .toEqual(new Set(['/socialData', '/buildingList', '/outbox']))
  const found = await rows()
  const measuresOf = (route: string) => found.filter((row) => row.route === route).map(({ measure }) => measure)
  for (const route of ['/socialData', '/buildingList', '/outbox'])
    expect(measuresOf(route)).toEqual(expect.arrayContaining(['lcp', 'shift', 'unsent', 'stream']))
  expect(measuresOf('/socialData')).toContain('figure')
  expect(measuresOf('/buildingList')).not.toContain('figure')
  expect(found.every(({ counts }) => counts.reduce((sum, count) => sum + Number(count), 0) === 1)).toBe(true)
  const stored = JSON.stringify(found)
  expect(['张三丰', 'name=', 'unit01', 'token'].filter((canary) => stored.includes(canary))).toEqual([])

  const metrics = await (await fetch(`${server.url}/ops/metrics`)).text()
  expect(metrics).toMatch(/fire_visit_seconds_count\{measure="lcp",device="\w+"\} 3/)
  expect(metrics).toMatch(/fire_visits_total\{stream="live"\} [1-3]/)
  await page.goto('/ops/visits')
  await expect(page.getByText('/buildingList', { exact: true })).toBeVisible()
  await expect(page.getByText('抽样比例 100%')).toBeVisible()
})

test('with sampling off no visit is measured', async ({ page, request, server }) => {
  await server.restart({ VISIT_SAMPLE: '0' })
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  await expect.poll(() => asked.some((path) => path === '/field/v1/stream')).toBe(true)
  await page.waitForTimeout(3000)
  await page.goto('/manifest.webmanifest')
  await page.waitForTimeout(1000)
  expect(asked.filter((path) => path === OWN_CALL || path === chunkFile('measure-visit'))).toEqual([])
})
