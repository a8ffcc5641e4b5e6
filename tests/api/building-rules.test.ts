import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import type { BuildingAction } from '#contract/building.rules.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as calls } from '#contract/building.ts'
import { building } from '#server/schema/building.table.ts'
import { openApi } from '../support/api-context.ts'
import { DOCUMENTED, keeper, ROLES, STATES } from '../support/building-cells.ts'
import { FORM } from '../support/register-forms.ts'

const city = await openApi()
afterAll(() => city.close())

describe('the server rejects exactly the actions that the list does not offer', () => {
  const people = { unit: 'unit01', property: 'wuye01', government: 'zhidui', provider: 'isv01' } as const

  test.each(ROLES)(
    'to a %s, in every state',
    (role) =>
      city.undone(async (t) => {
        const token = await t.signIn(people[role])
        const { rows } = await t.db.execute<{ id: number }>(`select b.id::int as id from building b
        join building_unit x on x.building_id = b.id and x.kind = 'bound' join account a on a.unit_id = x.unit_id
        join building_unit y on y.building_id = b.id and y.kind = 'bound' join account c on c.unit_id = y.unit_id
        where a.account = 'unit01' and c.account = 'wuye01' order by 1 limit 1`)
        const id = rows[0]!.id
        const declaration = {
          applyReason: '原因',
          // A call that passes the rule is rejected here.
          approveAccessAttachmentList: [{ url: `/file/${'A'.repeat(43)}` }],
          buildingId: id,
          specialApproveData: [['2']],
        }
        const told = { ...FORM, id }
        const asked: [BuildingAction, () => Promise<number>, number][] = [
          ['resubmit', async () => (await t.call(buildingForm.add, told, token)).body.code, 200],
          [
            'edit',
            async () => (await t.call(buildingForm.edit, { iotBuildingBaseInfoVO: told }, token)).body.code,
            200,
          ],
          ['declare', async () => (await t.call(approvals.submit, declaration, token)).body.code, 400],
          [
            'releaseProvider',
            async () => (await t.call(calls.releaseProvider, { buildingId: id }, token)).body.code,
            200,
          ],
        ]
        const wrong: string[] = []
        const isAs = (action: BuildingAction, where: string, code: number, expected: number) => {
          if (code !== expected) wrong.push(`${action} ${where}: ${code}, not ${expected}`)
        }
        for (const state of STATES) {
          const { approveStatus, accessStatus, mustNumPre: mustPercent } = state
          const providerId = state.iotProviderId === '0' ? null : 301
          for (const [action, ask, passed] of asked) {
            // Once per approval state.
            if ((action === 'edit' || action === 'resubmit') && (mustPercent !== 0 || accessStatus !== 2)) continue
            await t.db.execute(`delete from approval where building_id = ${id}`)
            await t.db
              .update(building)
              .set({ approveStatus, accessStatus, mustPercent, providerId })
              .where(eq(building.id, id))
            const code = await ask()
            const seen = role !== 'provider' || providerId !== null
            // Not by its unit, whatever the page shows.
            const isDecided = action === 'edit' && role !== 'government' && approveStatus === 0
            const expected = DOCUMENTED[action](role, state) && !isDecided ? passed : keeper(role) && seen ? 409 : 403
            isAs(action, JSON.stringify(state), code, expected)
          }
        }
        // A slow PDF: one per state; releasing comes last.
        for (const mustPercent of [0, 99, 100]) {
          await t.db.update(building).set({ mustPercent, providerId: 301 }).where(eq(building.id, id))
          const { code } = (await t.call(calls.notice, { buildingId: id }, token)).body
          isAs('notice', String(mustPercent), code, role !== 'government' ? 403 : mustPercent === 100 ? 200 : 409)
        }
        const { code } = (await t.call(calls.release, { buildingId: id }, token)).body
        isAs('releaseBuilding', 'at last', code, keeper(role) ? 200 : 403)
        expect(wrong).toEqual([])
      })(),
    120_000,
  )
})
