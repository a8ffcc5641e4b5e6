import { eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { endpoints } from '#contract/all.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { callBatch } from '#contract/call-batch.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { provider } from '#contract/provider.ts'
import { unit as ownUnit } from '#contract/unit.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { AUDITED_READS } from '#server/audit-read.ts'
import { audit } from '#server/schema/audit.table.ts'
import { provider as providerTable } from '#server/schema/provider.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { own } from '../support/every-change.ts'
import { readAudit } from '../support/read-audit.ts'
import { walkSchema } from '../support/walk-schema.ts'

const city = await openApi()
afterAll(() => city.close())

const PERSONAL = /phone|card$|^tel$|secret|appKey/i
const OWN: Readonly<Record<string, string>> = {
  'auth.detail': "the account's own key, masked",
  'loginPhone.detail': "the account's own phone, masked",
  'providerConsole.summary': "the provider's own appKey",
}

const readsOf = (t: TestApi, action: string) => t.db.select().from(audit).where(eq(audit.action, action))

test('every read that answers with phones, ID numbers or keys is recorded, field by field', () => {
  const found = endpoints()
    .filter(({ id, effect }) => !effect && !(id in OWN))
    .flatMap(({ id, output }) => {
      const fields = walkSchema(output)
        .filter(({ path, field }) => field && PERSONAL.test(path.split('.').at(-1)!))
        .map(({ path }) => path.replaceAll('[]', ''))
      return fields.length > 0 ? [[id, [...new Set(fields)].toSorted()] as const] : []
    })
  const recorded = Object.entries(AUDITED_READS).map(([id, { fields }]) => [id, fields.toSorted()] as const)
  expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(found))
})

test(
  'a read adds one row with the account, the object and the number of rows',
  city.undone(async (t) => {
    const { unitId } = await own(t, 'unit01')
    const token = await t.signIn('zongdui')
    const lawCompanyId = String(unitId)
    for (let i = 0; i < 3; i++)
      expect((await t.call(unitManagement.detail, { lawCompanyId }, token)).body.code).toBe(200)
    const [row, ...more] = await readsOf(t, unitManagement.detail.id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ account: 'zongdui', address: '192.0.2.1', detail: { unitId, rows: 1 } })
    expect(row!.requestId).toBeTruthy()
    expect(JSON.stringify(row)).not.toMatch(/1[3-9]\d{9}/)
    const { list } = await readAudit(t, token, { action: unitManagement.detail.id })
    expect(auditAction.label(list[0]!.action)).toBe('查看单位联系人、证件')
    expect(list[0]!.objects[0]).toMatchObject({ kind: '单位', object: `unit:${unitId}` })
    expect(list[0]!.changes).toEqual([{ field: '条数', before: null, after: '1' }])
    t.clock.pass(11 * 60_000)
    await t.call(unitManagement.detail, { lawCompanyId }, token)
    await t.call(unitManagement.detail, { lawCompanyId }, await t.signIn('jingan'), '198.51.100.7')
    expect(await readsOf(t, unitManagement.detail.id)).toHaveLength(3)
  }),
)

test(
  'an alarm is named by its building',
  city.undone(async (t) => {
    const token = await t.signIn('zongdui')
    const { list } = (await t.call(alarm.list, { open: 1 }, token)).body.data as OutputOf<typeof alarm.list>
    for (const { id } of list) await t.call(alarm.one, { id }, token)
    const [row] = (await readAudit(t, token, { action: alarm.one.id })).list
    const [of] = row!.objects
    const { id, buildingName } = list.find((one) => of!.object === `alarm:${one.id}`)!
    expect(of).toMatchObject({ kind: '火警', name: `${buildingName} #${id}` })
  }),
)

test(
  'a list records how many of its rows held personal data, also when read in a batch',
  city.undone(async (t) => {
    const token = await t.signIn('zhidui')
    await t.db.update(providerTable).set({ linkManPhone: null, legalPhone: null })
    const few = inArray(
      providerTable.id,
      t.db.select({ id: providerTable.id }).from(providerTable).orderBy(providerTable.id).limit(2),
    )
    await t.db.update(providerTable).set({ linkManPhone: '021-55550000' }).where(few)
    const calls = [{ id: provider.list.id, input: { pageNum: 1, pageSize: 10 } }]
    expect((await t.call(callBatch.read, { calls } as never, token)).body.code).toBe(200)
    const rows = await readsOf(t, provider.list.id)
    expect(rows.map(({ detail }) => detail)).toEqual([{ rows: 2 }])
  }),
)

test(
  'contact lists and buildings are recorded with their object; an answer without personal data is not',
  city.undone(async (t) => {
    const unit = await own(t, 'unit01')
    const token = await t.signIn('unit01')
    await t.call(ownUnit.detail, {}, token)
    expect((await readsOf(t, ownUnit.detail.id))[0]!.detail).toEqual({ unitId: unit.unitId, rows: 1 })
    const { list } = (await t.call(dutyContact.list, {}, token)).body.data as unknown as { list: object[] }
    const rows = await readsOf(t, dutyContact.list.id)
    expect(rows.map(({ detail }) => detail)).toEqual(
      list.length > 0 ? [{ unitId: unit.unitId, rows: list.length }] : [],
    )
    await t.call(buildingDetail.detail, { buildingId: '999999' }, token)
    expect(await readsOf(t, buildingDetail.detail.id)).toEqual([])
  }),
)

test(
  'is answered, and its failure logged, when the row cannot be written',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    await t.db.execute('alter table audit add constraint full_disk check (false) not valid')
    expect((await t.call(ownUnit.detail, {}, token)).body.code).toBe(200)
    expect(t.logged.some((line) => line.includes('read not recorded'))).toBe(true)
  }),
)
