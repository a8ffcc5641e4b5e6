import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { type BuildingAction } from '#contract/building.rules.ts'
import { building } from '#contract/building.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { DOCUMENTED, ON_DETAIL, ON_ROW, STATES } from '../support/building-cells.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

/** Who comes into the app; a provider is sent on to the providers' own site. */
const PEOPLE: readonly (readonly [Role, string, string])[] = [
  ['unit', 'unit01', '/login'],
  ['property', 'wuye01', '/login'],
  ['government', 'zhidui', '/loginxf'],
]

async function firstOf(account: string) {
  const { body } = await t.call(building.list, {}, await t.signIn(account))
  return (body.data as OutputOf<typeof building.list>).list[0]!
}

const answer = (data: unknown) => HttpResponse.json({ code: 200, message: '', msg: '', data })

async function goIn(role: Role, account: string, entry: string, to: string) {
  const app = await signIn(account, entry)
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
  await app.router.navigate({ href: to })
  return role
}

test.each(PEOPLE)(
  'to a %s each of the list’s buttons shows in its states and in no other',
  async (role, who, entry) => {
    const known = await firstOf(who)
    const list = STATES.map((state, n) => ({ ...known, ...state, id: String(900_000 + n), name: `格子${n}号` }))
    network.use(http.get(`*${building.list.path}`, () => answer({ list, total: list.length })))
    await goIn(role, who, entry, '/buildingList')
    await screen.findByRole('link', { name: '格子0号' })
    const wrong: string[] = []
    for (const [n, state] of STATES.entries()) {
      const row = screen.getByText(`格子${n}号`).closest('tr')!
      const buttons = Array.from(row.querySelectorAll('button'), ({ textContent }) => textContent ?? '')
      const shows = (name: string | RegExp) =>
        buttons.some((said) => (typeof name === 'string' ? said === name : name.test(said)))
      for (const [action, name] of Object.entries(ON_ROW))
        if (shows(name) !== DOCUMENTED[action as BuildingAction](role, state))
          wrong.push(`${action} ${JSON.stringify(state)}`)
      if ((row.textContent ?? '').includes('正在审批') !== DOCUMENTED.marker(role, state))
        wrong.push(`marker ${JSON.stringify(state)}`)
    }
    console.log(`${role}: ${STATES.length * (Object.keys(ON_ROW).length + 1)} cells`)
    expect(wrong).toEqual([])
  },
)

test.each(PEOPLE)(
  'to a %s each of the detail’s buttons shows, or is locked, by its state',
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
