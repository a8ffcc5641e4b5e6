import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { callBatch } from '#contract/call-batch.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { type BuildingAction } from '#contract/building.rules.ts'
import { building } from '#contract/building.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type FacilityProblem, problem } from '#contract/problem.ts'
import { DOCUMENTED, ON_DETAIL, ON_ROW, ON_TAB, processed, STATES, TODOS } from '../support/building-cells.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

/** A provider is redirected. */
const PEOPLE: readonly (readonly [Role, string, string])[] = [
  ['unit', 'unit01', '/login'],
  ['property', 'wuye01', '/login'],
  ['government', 'zhidui', '/loginxf'],
]

async function firstOf(account: string) {
  const { body } = await t.call(building.list, {}, await t.signIn(account))
  return (body.data as OutputOf<typeof building.list>).list[0]!
}

async function settled(account: string): Promise<string> {
  const { rows } = await t.db.execute<{ id: string }>(sql`select b.id::text as id from building b
    join building_unit x on x.building_id = b.id and x.kind = 'bound' join account a on a.unit_id = x.unit_id
    where a.account = ${account} and b.access_status = 1
    and exists (select 1 from building_unit y where y.building_id = b.id and y.kind = 'tenant') order by b.id limit 1`)
  return rows[0]!.id
}

const answer = (data: unknown) => HttpResponse.json({ code: 200, message: '', msg: '', data })

/** Answers are replaced by path. */
async function goIn(role: Role, account: string, entry: string, to: string) {
  network.use(http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })))
  const app = await signIn(account, entry)
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
  await app.router.navigate({ href: to })
  return role
}

test.each(PEOPLE)('a %s has each button of the list exactly in its states', async (role, who, entry) => {
  const known = await firstOf(who)
  const list = STATES.map((state, n) => ({ ...known, ...state, id: String(900_000 + n), name: `格子${n}号` }))
  network.use(http.get(`*${building.list.path}`, () => answer({ list, total: list.length })))
  await goIn(role, who, entry, '/buildingList')
  await screen.findByRole('link', { name: '格子0号' })
  const wrong: string[] = []
  for (const [n, state] of STATES.entries()) {
    const row = screen.getByText(`格子${n}号`).closest('tr')!
    const more = within(row).getByRole('button', { name: `格子${n}号：更多` })
    fireEvent.click(more)
    const offered = [...within(row).getAllByRole('button'), ...within(row).getAllByRole('menuitem')]
    const words = offered.map(({ textContent }) => textContent ?? '')
    fireEvent.click(more)
    const shows = (name: string | RegExp) =>
      words.some((said) => (typeof name === 'string' ? said === name : name.test(said)))
    for (const [action, name] of Object.entries(ON_ROW))
      if (shows(name) !== DOCUMENTED[action as BuildingAction](role, state))
        wrong.push(`${action} ${JSON.stringify(state)}`)
    if ((row.textContent ?? '').includes('正在审批') !== DOCUMENTED.marker(role, state))
      wrong.push(`marker ${JSON.stringify(state)}`)
  }
  console.log(`${role}: ${STATES.length * (Object.keys(ON_ROW).length + 1)} cells`)
  expect(wrong).toEqual([])
})

test.each(PEOPLE)(
  'a %s has each button of the detail page shown or disabled by its state',
  async (role, who, entry) => {
    const { id } = await firstOf(who)
    const token = await t.signIn(who)
    const known = (await t.call(buildingDetail.detail, { buildingId: id }, token)).body.data as unknown as OutputOf<
      typeof buildingDetail.detail
    >
    const wrong: string[] = []
    const some = STATES.filter(({ approveStatus, iotProviderId }) => approveStatus === null && iotProviderId === '301')
    let state = some[0]!
    network.use(http.get(`*${buildingDetail.detail.path}`, () => answer({ ...known, ...state })))
    const app = await signIn(who, entry)
    await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
    for (state of some) {
      app.client.removeQueries({ queryKey: [buildingDetail.detail.id] })
      await app.router.navigate({ href: '/buildingList' })
      await app.router.navigate({ href: `/buildDetail/${id}/1/scoreInfo` })
      const head = within(await screen.findByRole('region', { name: '建筑概要' }))
      await app.user.click(head.getByRole('button', { name: '更多' }))
      for (const [name, rule] of Object.entries(ON_DETAIL)) {
        const found = head.queryByRole('button', { name }) ?? head.queryByRole('link', { name })
        const stands = found === null ? 'no' : found.matches(':disabled,[aria-disabled=true]') ? 'locked' : 'yes'
        if (stands !== rule(role, state)) wrong.push(`${name} ${JSON.stringify(state)}: ${stands}`)
      }
    }
    console.log(`${role}: ${some.length * Object.keys(ON_DETAIL).length} cells of the detail`)
    expect(wrong).toEqual([])
  },
)

test.each(PEOPLE)(
  'a %s has each button of the detail’s tabs as the URL and its to-do allow',
  async (role, who, entry) => {
    const id = await settled(role === 'government' ? 'unit01' : who)
    const some = {
      buildingName: '某楼',
      buildingId: id,
      questionStatus: '0',
      questionHappenTime: '2026-03-20 08:00:00',
    }
    const more = { advice: null, content: null, apiUrl: null, requestContent: null }
    const list: FacilityProblem[] = TODOS.map((state, n) => ({
      ...some,
      ...more,
      ...state,
      id: `${n + 1}`,
      itemDesc: `问题${n}`,
    }))
    network.use(
      http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
      http.get(`*${problem.facilityList.path}`, () => answer({ list, total: list.length })),
    )
    const app = await signIn(who, entry)
    await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
    const wrong: string[] = []
    for (const [tab, offered] of Object.entries(ON_TAB))
      for (const canEdit of [true, false]) {
        await app.router.navigate({ href: '/buildingList' })
        await app.router.navigate({ href: `/buildDetail/${id}/${canEdit ? 1 : 0}/${tab}` })
        const caption = tab === 'baseInfo' ? '入驻单位' : '点位'
        await waitFor(() =>
          expect(within(screen.getByRole('table', { name: caption })).getAllByRole('row')[1]).toHaveTextContent(
            /\p{Script=Han}/u,
          ),
        )
        await app.user.click(screen.getByRole('button', { name: '更多' }))
        const controls = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')]
        const [menu] = within(screen.getByRole('table', { name: caption })).queryAllByRole('button', {
          name: /：更多$/,
        })
        if (menu) await app.user.click(menu)
        const names = [...controls, ...screen.queryAllByRole('menuitem')].map(
          (control) => control.getAttribute('aria-label') ?? control.textContent ?? '',
        )
        for (const [name, shows] of offered)
          if (
            names.some((said) => (typeof name === 'string' ? said === name : name.test(said))) !== shows(role, canEdit)
          )
            wrong.push(`${name} ${tab} ${canEdit}`)
      }
    await app.router.navigate({ href: `/buildDetail/${id}/1/todoInfo` })
    await screen.findByText('问题0')
    for (const [n, state] of TODOS.entries()) {
      const row = within(screen.getByText(`问题${n}`).closest('tr')!)
      if ((row.queryByRole('button', { name: '处理' }) !== null) !== processed(role, state))
        wrong.push(`处理 ${JSON.stringify(state)}`)
    }
    expect(wrong).toEqual([])
  },
)
