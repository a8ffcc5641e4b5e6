// On both engines: many statements.
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account as accountCalls } from '#contract/account.ts'
import { unit as unitCalls, type UnitDetail } from '#contract/unit.ts'
import { type ManagedDetail, unitManagement } from '#contract/unit-management.ts'
import { account } from '#server/schema/account.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { makeEveryChange } from '../support/every-change.ts'
import { informationOf } from '../support/unit-information.ts'

const city = await openApi()
afterAll(() => city.close())

const UNUSED = '13700000001'
const MANAGERS = '13700000002'
const OTHER = '13700000003'

const phonesOf = async (t: TestApi) =>
  new Map((await t.db.select().from(account)).map(({ account: name, phone }) => [name, phone]))

const save = async (t: TestApi, token: string, lawCompany: object) => {
  const { body } = await t.call(unitCalls.save, { lawCompany, iotBuildingEnterCompanies: [] } as never, token)
  expect([body.code, body.errors]).toEqual([200, undefined])
}

async function saveOwn(t: TestApi, name: string, safeManagerPhone: string): Promise<void> {
  const token = await t.signIn(name)
  const told = (await t.call(unitCalls.detail, {}, token)).body.data as unknown as UnitDetail
  await save(t, token, { ...informationOf(told), safeManagerPhone })
}

const MANAGED = {
  jdxx: '江宁路街道',
  addressDetail: '江宁路100号2层',
  dwxz: '商场',
  nature: '私营',
  placeType: '商场',
  sysOrganId: '42',
  legalName: '王一',
  legalPhone: '13800000001',
  dwLicense: '91310106MA1FY0000X',
  buildTime: '2015-06-01 00:00:00',
  gisX: 121.45,
  gisY: 31.25,
}

async function saveManaged(t: TestApi, by: string, name: string, safeManagerPhone: string): Promise<void> {
  const token = await t.signIn(by)
  const [own] = await t.db.select().from(account).where(eq(account.account, name))
  const { body } = await t.call(unitManagement.detail, { lawCompanyId: own!.unitId! }, token)
  const told = body.data as unknown as ManagedDetail
  const kept = Object.entries(MANAGED).map(([field, value]) => [field, told[field as keyof ManagedDetail] ?? value])
  await save(t, token, {
    id: told.id,
    name: told.name,
    regName: told.regName ?? told.name,
    county: told.county,
    streetNo: told.streetNo,
    type: '1',
    isBuildingManager: String(told.isBuildingManager),
    safeManagerName: '王四',
    ...Object.fromEntries(kept),
    safeManagerPhone,
  })
}

const BEFORE = { none: null, 'the manager’s': MANAGERS, 'another one': OTHER } as const
const WAYS = {
  'the unit': (t: TestApi, phone: string) => saveOwn(t, 'unit01', phone),
  'the property company': (t: TestApi, phone: string) => saveOwn(t, 'wuye01', phone),
  'organ level 1': (t: TestApi, phone: string) => saveManaged(t, 'zongdui', 'unit01', phone),
  'organ level 2': (t: TestApi, phone: string) => saveManaged(t, 'zhidui', 'unit01', phone),
  'organ level 3': (t: TestApi, phone: string) => saveManaged(t, 'jingan', 'unit01', phone),
} as const
const cases = Object.entries(WAYS).flatMap(([who, way]) =>
  Object.entries(BEFORE).map(([state, phone]) => ({ who, way, state, phone })),
)

test.each(cases)(
  'saving the phone of a manager by $who does not change the phone of the account: $state',
  ({ way, phone }) =>
    city.undone(async (t) => {
      const names = sql`${account.account} in ('unit01', 'wuye01')`
      const units = sql`${unit.id} in (select unit_id from account where ${names})`
      await t.db.update(unit).set({ safeManagerPhone: MANAGERS }).where(units)
      const used = (await phonesOf(t)).get('unit02')!
      for (const name of ['unit01', 'wuye01'])
        await t.db
          .update(account)
          .set({ phone: phone && (name === 'unit01' ? phone : phone.replace('137', '136')) })
          .where(eq(account.account, name))
      const before = await phonesOf(t)
      for (const number of [UNUSED, used]) {
        await way(t, number)
        expect(await phonesOf(t)).toEqual(before)
      }
    })(),
)

test(
  'a new account has no phone, and the manager’s phone is only proposed',
  city.undone(async (t) => {
    const token = await t.signIn('zhidui')
    const [bare] = await t.db
      .select({ id: unit.id })
      .from(unit)
      .where(sql`not exists (select 1 from ${account} a where a.unit_id = ${unit.id})`)
      .limit(1)
    await t.db.update(unit).set({ safeManagerPhone: UNUSED }).where(eq(unit.id, bare!.id))
    const { body } = await t.call(accountCalls.add, { account: 'fresh-unit', companyId: bare!.id }, token)
    expect(body.code).toBe(200)
    expect((await phonesOf(t)).get('fresh-unit')).toBeNull()
  }),
)

test(
  'exactly one call writes the phone of an account',
  city.undone(async (t) => {
    await t.db.execute(sql`create table phone_written (account_id bigint, phone text)`)
    await t.db.execute(sql`create function note_phone() returns trigger language plpgsql as $$
      begin
        if new.phone is not null and (tg_op = 'INSERT' or new.phone is distinct from old.phone)
          or tg_op = 'UPDATE' and old.phone is not null and new.phone is null
        then insert into phone_written values (new.id, new.phone); end if;
        return null;
      end $$`)
    await t.db.execute(sql`create trigger note_phone after insert or update on account
      for each row execute function note_phone()`)
    await makeEveryChange(t)
    const { rows } = await t.db.execute<{ phone: string }>(sql`select phone from phone_written`)
    const { rows: told } = await t.db.execute(sql`select 1 from audit where action = 'loginPhone.change'`)
    expect([rows.length, told.length]).toEqual([1, 1])
  }),
  120_000,
)
