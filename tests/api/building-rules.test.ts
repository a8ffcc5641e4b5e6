import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { type BuildingAction, offers } from '#contract/building.rules.ts'
import { building as calls } from '#contract/building.ts'
import type { Role } from '#contract/access.ts'
import { building } from '#server/building/building.table.ts'
import { openApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const ROLES: readonly Role[] = ['unit', 'property', 'government', 'provider']
const STATES = [null, 0, 1].flatMap((approveStatus) =>
  [0, 1, 2, 3].flatMap((accessStatus) =>
    ['0', '301'].flatMap((iotProviderId) =>
      [0, 99, 100].map((mustNumPre) => ({ approveStatus, accessStatus, iotProviderId, mustNumPre })),
    ),
  ),
)
type State = (typeof STATES)[number]

const keeper = (role: Role) => role === 'unit' || role === 'property'

/** The documents' sentences, one by one, written apart from the table they check. */
const DOCUMENTED: Record<BuildingAction, (role: Role, s: State) => boolean> = {
  detail: () => true,
  marker: (role, s) => role !== 'government' && s.accessStatus !== 1 && s.approveStatus === 0,
  declare: (role, s) => keeper(role) && s.approveStatus !== 0 && s.iotProviderId !== '0',
  releaseProvider: (role, s) => keeper(role) && s.iotProviderId !== '0',
  releaseBuilding: (role) => keeper(role),
  notice: (role, s) => role === 'government' && s.mustNumPre === 100,
  reason: (_, s) => s.approveStatus === 1,
  edit: (role) => keeper(role) || role === 'government',
  resubmit: (role, s) => keeper(role) && s.approveStatus === 1,
}

const cells = ROLES.flatMap((role) => STATES.map((state) => ({ role, state })))

test.each(Object.keys(DOCUMENTED) as BuildingAction[])('%s is offered exactly where the documents say', (action) => {
  const offered = cells.filter(({ role, state }) => offers(action, role, state))
  expect(offered).toEqual(cells.filter(({ role, state }) => DOCUMENTED[action](role, state)))
  console.log(`${action}: ${offered.length} of ${cells.length} cells`)
})

describe('the server refuses what the list does not offer, and nothing else', () => {
  const people = { unit: 'unit01', property: 'wuye01', government: 'zhidui', provider: 'isv01' } as const

  test.each(ROLES)('to a %s, in every state', (role) =>
    city.undone(async (t) => {
      const token = await t.signIn(people[role])
      const { rows } = await t.db.execute<{ id: number }>(`select b.id::int as id from building b
        join building_unit x on x.building_id = b.id and x.kind = 'bound' join account a on a.unit_id = x.unit_id
        join building_unit y on y.building_id = b.id and y.kind = 'bound' join account c on c.unit_id = y.unit_id
        where a.account = 'unit01' and c.account = 'wuye01' order by 1 limit 1`)
      const id = rows[0]!.id
      const declaration = {
        applyReason: '原因',
        // No such file: what passes the rule is refused at this field, and so changes nothing.
        approveAccessAttachmentList: [{ url: `/file/${'A'.repeat(43)}` }],
        buildingId: id,
        specialApproveData: [['2']],
      }
      const asked: [BuildingAction, () => Promise<number>, number][] = [
        ['declare', async () => (await t.call(approvals.submit, declaration, token)).body.code, 400],
        [
          'releaseProvider',
          async () => (await t.call(calls.releaseProvider, { buildingId: id }, token)).body.code,
          200,
        ],
      ]
      const wrong: string[] = []
      for (const state of STATES) {
        const { approveStatus, accessStatus, mustNumPre: mustPercent } = state
        const providerId = state.iotProviderId === '0' ? null : 301
        for (const [action, ask, passed] of asked) {
          await t.db.execute(`delete from approval where building_id = ${id}`)
          await t.db
            .update(building)
            .set({ approveStatus, accessStatus, mustPercent, providerId })
            .where(eq(building.id, id))
          const code = await ask()
          const seen = role !== 'provider' || providerId !== null
          const expected = DOCUMENTED[action](role, state) ? passed : keeper(role) && seen ? 409 : 403
          if (code !== expected) wrong.push(`${action} ${JSON.stringify(state)}: ${code}, not ${expected}`)
        }
      }
      expect(wrong).toEqual([])
    })(),
  )
})
