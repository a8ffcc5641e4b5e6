import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { authority } from '#contract/authority.ts'
import { callBatch } from '#contract/call-batch.ts'
import { building } from '#contract/building.ts'
import { dashboard, type RankedArea } from '#contract/dashboard.ts'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { DEVICE_CARD_URL } from '../support/api-context.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

const card = (name: string | RegExp) => screen.findByRole('region', { name })

/** The test user's session remains. */
async function ask<E extends Endpoint>(endpoint: E, input: object) {
  const { body } = await t.call(endpoint, input as never, await t.signIn('zhidui'))
  return body.data as OutputOf<E>
}

async function overviewShows(of: OutputOf<typeof dashboard.accessOverview>) {
  const figures = within(await card('接入概况'))
  await waitFor(() =>
    expect(figures.getByRole('rowheader', { name: '已接入' }).closest('tr')).toHaveTextContent(
      `已接入${of.accessedCount}`,
    ),
  )
  expect(figures.getByText('建筑总数')).toHaveTextContent(`建筑总数${of.totalCount} 栋`)
}

const listHolds = (count: number) =>
  waitFor(() => expect(screen.getAllByText(/^共/).map((text) => text.textContent)).toContain(`共 ${count} 条`))

function listenTo() {
  const asked: string[] = []
  network.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  return asked
}

test('the wall shows the same figures without navigation, polls at most once a minute, and reports a lost connection', async () => {
  const of = await ask(dashboard.accessOverview, {})
  const { router, client } = await signIn('zongdui', '/loginxf')
  await overviewShows(of)
  const asked = listenTo()
  await router.navigate({ to: '/biPage' })
  const access = within(await card('建筑接入'))
  await waitFor(() => expect(access.getByText('建筑总数').closest('p')).toHaveTextContent(`建筑总数${of.totalCount}栋`))
  expect(screen.queryByRole('navigation', { name: /菜单/ })).toBeNull()
  await waitFor(() => expect(screen.getByText(/^截至 |\d 更新$/)).toBeVisible())
  expect(asked.filter((path) => !path.startsWith('/geo/')).length).toBeLessThanOrEqual(2)

  network.use(http.all('*', () => HttpResponse.error()))
  await client.refetchQueries({ type: 'active' })
  const band = within(await screen.findByRole('alert', { name: '火警状态' }))
  expect(band.getByText('连接中断')).toBeVisible()
  expect(band.getByText(/新火警不会显示/)).toBeVisible()
  expect(screen.getByText(/^截至 /)).toBeVisible()
  expect(access.getByText('建筑总数').closest('p')).toHaveTextContent(`建筑总数${of.totalCount}栋`)
})

test('one visit loads every card of the city in eight requests at most', async () => {
  const of = await ask(dashboard.accessOverview, {})
  const asked = listenTo()
  await signIn('zongdui', '/loginxf')
  await overviewShows(of)
  for (const name of [
    '上海市消防安全评分',
    '火灾自动报警系统',
    '区域接入率排名',
    '区域接入评分排名',
    '近 30 天评分曲线',
    '物联网服务商接入排名',
    '设备信息',
  ])
    expect(await card(name)).toBeVisible()
  await waitFor(async () => expect(within(await card('设备信息')).getAllByText('在线')[0]).toBeVisible())
  const figures = asked.filter((path) => !/^\/(user|wuye\/user)\//.test(path))
  // The shell's.
  expect(figures.filter((path) => path === callBatch.read.path).length).toBeLessThanOrEqual(2)
  expect(figures.length).toBeLessThanOrEqual(8)
})

test('the score ranking equals the server’s in one table: place, a bar of twice the score, access rate and fires', async () => {
  const ranking = (await ask(dashboard.areaRanking, { rankType: 1 })) as RankedArea[]
  await signIn('zongdui', '/loginxf')
  const table = await within(await card('区域接入评分排名')).findByRole('list', { name: '区域接入评分排名' })
  const items = within(table).getAllByRole('listitem')
  const texts = items.map(({ textContent }) => textContent ?? '')
  expect(texts.map((text) => /[^\d\s]+区/.exec(text.replace(/^.牌|^\d+.牌/, ''))?.[0])).toEqual(
    ranking.map(({ areaName }) => areaName),
  )
  expect(texts.map((text) => Number(/接入率\s*([\d.]+)%/.exec(text)?.[1]))).toEqual(
    ranking.map(({ accessPercentage }) => accessPercentage),
  )
  for (const text of texts) expect(text).toMatch(/\d+ 处火警$/)
  const bar = items[0]!.querySelector('i')!
  // 200 px are a hundred points.
  expect(bar.parentElement).toHaveClass('w-[200px]')
  expect(bar.style.width).toBe(`${ranking[0]!.score}%`)
})

test('a district and a building type are chosen in popovers, are kept in the URL and apply to every card', async () => {
  const { user, router } = await signIn('zongdui', '/loginxf')
  await user.click(await screen.findByRole('button', { name: /选择区域.*上海市/ }))
  const areas = within(screen.getByRole('region', { name: '选择区域' }))
  await waitFor(() => expect(areas.getAllByRole('button')).toHaveLength(17))
  await user.click(areas.getByRole('button', { name: '静安区' }))
  await overviewShows(await ask(dashboard.accessOverview, { countyNo: '310106' }))
  expect(await card('静安区消防安全评分')).toBeVisible()
  const streets = await ask(authority.streetRanking, { countyNo: '310106' })
  const ranked = within(await card('街道接入评分排名'))
  await waitFor(() => expect(ranked.getByRole('link', { name: streets[0]!.areaName })).toBeVisible())

  await user.click(screen.getByRole('button', { name: /选择建筑类型.*全部建筑/ }))
  await user.click(screen.getByRole('button', { name: '大型商业综合体' }))
  await overviewShows(await ask(dashboard.accessOverview, { countyNo: '310106', buildType: 1 }))
  expect(router.state.location.search).toEqual({ county: '310106', buildType: '1' })
})

test('each figure links to the building list it counts', async () => {
  const of = await ask(dashboard.accessOverview, { countyNo: '310106' })
  const { user, router } = await signIn('zongdui', '/loginxf')
  await card('接入概况')
  await router.navigate({ to: '/fireDepData', search: { county: '310106' } })
  await overviewShows(of)
  const fires = within(await card('火灾自动报警系统')).getByRole<HTMLAnchorElement>('link', { name: '查看火警' })
  expect(decodeURIComponent(fires.href)).toMatch(/\/alarms\?county="?310106"?$/)
  const row = within(
    within(await card('接入概况'))
      .getByRole('rowheader', { name: '已接入' })
      .closest('tr')!,
  )
  await user.click(row.getByRole('link', { name: String(of.accessedCount) }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
  expect(router.state.location.search).toEqual({ county: '310106', isAccess: '1' })
  await listHolds(of.accessedCount)
})

function figuresThatLead() {
  return screen.getAllByRole<HTMLAnchorElement>('link').flatMap((link) => {
    const { pathname, searchParams } = new URL(link.href)
    const card = link.closest('section[aria-labelledby]')?.querySelector('h2')?.textContent ?? ''
    return pathname === '/buildingList' && card !== ''
      ? [{ card, row: link.closest('tr, li')?.textContent ?? '', text: link.textContent ?? '', search: searchParams }]
      : []
  })
}

test.each(['zongdui', 'jingan'])(
  '%s: each figure links to as many buildings as it shows, each name to its own, everything else to all of the area',
  async (account) => {
    const county = account === 'jingan' ? '310106' : ''
    const of = await ask(dashboard.accessOverview, { countyNo: county })
    await signIn(account, '/loginxf')
    await overviewShows(of)
    for (const name of [/接入率排名/, ...(county === '' ? [] : [/接入评分排名/]), /物联网服务商接入排名/])
      expect((await within(await card(name)).findAllByRole('link')).length).toBeGreaterThan(0)
    const token = await t.signIn('zhidui')
    const listed = async (search: object) =>
      ((await t.call(building.list, search as never, token)).body.data as { total: number }).total
    const led = await Promise.all(
      figuresThatLead().map(async (figure) => {
        const asked = Object.fromEntries(figure.search)
        const total = await listed(asked)
        const rate = percentOf(await listed({ ...asked, isAccess: 1 }), total)
        return { ...figure, asked, total, rate }
      }),
    )
    const holds = ({ card: title, row, text, asked, total, rate }: (typeof led)[number]) => {
      if (county !== '' && asked['county'] !== county) return false
      if (title === '接入概况') return text === String(total)
      if (title.startsWith('物联网服务商')) return row.includes(`${text}${total} 栋`)
      if (title.endsWith('接入率排名')) return row.includes(`${rate.toFixed(1)}%`)
      if (title.endsWith('排名')) return total > 0 && 'county' in asked
      return total === of.totalCount
    }
    expect(led.filter((figure) => !holds(figure))).toEqual([])
    const cards = new Set(led.map(({ card: title }) => title.replace(/^(区域|街道)/, '')))
    expect([...cards].sort()).toEqual(
      [
        county === '' ? '各区评分与火警' : '本区评分与火警',
        '接入概况',
        '接入率排名',
        ...(county === '' ? [] : ['接入评分排名']),
        '物联网服务商接入排名',
        `${county === '' ? '上海市' : '静安区'}消防安全评分`,
      ].sort(),
    )
    // Failed ones count as not connected.
    expect(led.find(({ row }) => row.startsWith('未接入'))?.text).toBe(String(of.noAccessCount))
  },
)

test('a provider links to its buildings, a district of the ranking to its own', async () => {
  const [first] = await ask(authority.isvRanking, {})
  const { user, router } = await signIn('zongdui', '/loginxf')
  const provider = await within(await card('物联网服务商接入排名')).findByRole('link', { name: first!.isvName })
  await user.click(provider)
  await waitFor(() => expect(router.state.location.search).toEqual({ isvId: first!.isvId }))
  await listHolds(first!.buildingCount)
})

test('level 3 has its district fixed; a URL with another district changes nothing', async () => {
  const { router } = await signIn('jingan', '/loginxf')
  const own = await ask(dashboard.accessOverview, { countyNo: '310106' })
  await overviewShows(own)
  expect(screen.getByRole('button', { name: /选择区域.*静安区/ })).toBeDisabled()
  expect(screen.getByText('仅可查看本辖区')).toBeVisible()
  await router.navigate({ to: '/fireDepData', search: { county: '310115' } })
  await overviewShows(own)
  expect(screen.getByRole('button', { name: /选择区域.*静安区/ })).toBeDisabled()
})

test('the last 30 days load on request, and the focus stays in place', async () => {
  const month = await ask(score.overview, { days: 30 })
  const { user } = await signIn('zongdui', '/loginxf')
  const figures = within(await card('上海市消防安全评分'))
  const choice = await figures.findByRole('radio', { name: '近 30 天' })
  await user.click(choice)
  await waitFor(() =>
    expect(within(figures.getByRole('figure', { name: '近 30 天评分趋势' })).getAllByRole('row')).toHaveLength(31),
  )
  const rows = within(figures.getByRole('figure', { name: '近 30 天评分趋势' })).getAllByRole('row')
  const last = month.chart.at(-1)!
  expect(rows[30]).toHaveTextContent(`${Number(last.dateTime.slice(8))}${last.score}`)
  expect(choice).toHaveFocus()
})

test('the way back to 7 days remains when the last 30 days fail to load', async () => {
  network.use(
    http.get(`*${score.overview.path}`, ({ request }) =>
      new URL(request.url).searchParams.get('days') === '30' ? HttpResponse.error() : undefined,
    ),
    http.post(`*${callBatch.read.path}`, async ({ request }) =>
      (await request.clone().text()).includes('"days":"30"') ? HttpResponse.error() : undefined,
    ),
  )
  const { user } = await signIn('zongdui', '/loginxf')
  const figures = within(await card('上海市消防安全评分'))
  await figures.findByRole('figure', { name: '近 7 天评分趋势' })
  await user.click(figures.getByRole('radio', { name: '近 30 天' }))
  expect(await figures.findByText('此项本机未保存')).toBeVisible()
  expect(screen.getByRole('button', { name: '重试' })).toBeVisible()
  await user.click(figures.getByRole('radio', { name: '近 7 天' }))
  expect(await figures.findByRole('figure', { name: '近 7 天评分趋势' })).toBeVisible()
})

test('the device card button exists for the special account', async () => {
  await signIn('zongdui', '/loginxf')
  expect(await screen.findByRole('link', { name: /设备卡片/ })).toHaveAttribute('href', DEVICE_CARD_URL)
})

test('another account has no device card button', async () => {
  const of = await ask(dashboard.accessOverview, {})
  await signIn('zhidui', '/loginxf')
  await overviewShows(of)
  expect(screen.queryByRole('link', { name: /设备卡片/ })).toBeNull()
})

test('without our calls on the server every card loads separately, and districts replace streets', async () => {
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    http.get('*/field/v1/street-ranking', () => new HttpResponse(null, { status: 404 })),
  )
  const asked = listenTo()
  await signIn('jingan', '/loginxf')
  await overviewShows(await ask(dashboard.accessOverview, { countyNo: '310106' }))
  expect(await within(await card('区域接入率排名')).findByRole('link', { name: '静安区' })).toBeVisible()
  for (const call of [dashboard.accessOverview, score.overview, authority.isvRanking, dashboard.devices])
    expect(asked).toContain(call.path)
})

test('the wall is limited to the authority: a unit is redirected home, an anonymous visitor to the start', async () => {
  const { router } = await open('/biPage')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/biPage'))
})
