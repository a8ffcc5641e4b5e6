import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail, type BuildingDetail } from '#contract/building-detail.ts'
import { REPORT_REFUSAL } from '#contract/building-detail.rules.ts'
import { tenancy, type Tenant } from '#contract/tenancy.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

async function boundTo(t: TestApi, account: string) {
  const { rows } = await t.db.execute<{ id: string; name: string; access: number; county: string }>(sql`
    select b.id, b.name, b.access_status as access, b.county from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = ${account} order by b.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

const one = async (t: TestApi, query: ReturnType<typeof sql>) => (await t.db.execute(query)).rows[0]!
const detailOf = async (t: TestApi, token: string, buildingId: number) =>
  (await t.call(buildingDetail.detail, { buildingId }, token)).body.data as BuildingDetail
const tenantsOf = async (t: TestApi, token: string, buildingId: number) =>
  (await t.call(tenancy.list, { buildingId, pageSize: 100 }, token)).body.data as { list: Tenant[]; total: number }

async function stranger(t: TestApi, buildingId: number): Promise<number> {
  return Number(
    (
      await one(
        t,
        sql`select id from unit where id not in
      (select unit_id from building_unit where building_id = ${buildingId}) order by id limit 1`,
      )
    ).id,
  )
}

const BIND = { enterTime: '2026-03-01 00:00:00', enterArea: '120.5', label: '承租单位' }

describe('a building’s page', () => {
  test(
    'shows what the database holds: latest score, open problems, overall state, provider with its cards',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const { id, name, access } of await boundTo(t, 'unit01')) {
        const detail = await detailOf(t, token, id)
        const truth = await one(
          t,
          sql`select
          (select score from score_day where building_id = ${id} and day between '2026-03-16' and '2026-03-23' order by day desc limit 1) as score,
          (select count(*)::int from problem where building_id = ${id} and solved_at is null) as open,
          (select max(rule_type) from provider_rule r join building b on b.provider_id = r.provider_id where b.id = ${id}) as card`,
        )
        expect(detail).toMatchObject({ name, buildingId: String(id), accessStatus: access })
        expect(detail.safetyScore).toBe(truth.score)
        expect(detail.exceptionNum).toBe(truth.open)
        expect(detail.totalStatus).toBe({ 0: 2, 1: 0, 2: 2, 3: 1 }[access])
        expect(detail.iotIsv?.ruleType ?? null).toBe(truth.card)
      }
    }),
  )

  test(
    'returns its data as the form saves them, with area codes from the province down',
    city.undone(async (t) => {
      const [own] = await boundTo(t, 'unit01')
      const { body } = await t.call(buildingDetail.info, { buildingId: own!.id }, await t.signIn('unit01'))
      const { buildingBaseInfo } = body.data as unknown as {
        buildingBaseInfo: { areaData: string[]; position: number[] }
      }
      expect(buildingBaseInfo.areaData.slice(0, 3)).toEqual(['310000000000', '310100000000', `${own!.county}000000`])
      expect(buildingBaseInfo.position).toHaveLength(2)
    }),
  )

  test(
    'returns the history of its provider by year, newest first, only to those it serves',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [own] = await boundTo(t, 'unit01')
      const { iotProviderId } = await detailOf(t, token, own!.id)
      const { body } = await t.call(buildingDetail.providerLife, { iotProviderId: iotProviderId! }, token)
      const years = body.data as unknown as { activityYear: string; iotIsvActivityVOS: { triggerTime: string }[] }[]
      expect(years.length).toBeGreaterThan(1)
      const times = years.flatMap((year) => year.iotIsvActivityVOS.map((event) => event.triggerTime))
      expect(times).toEqual(times.toSorted().toReversed())
      const idle = Number(
        (
          await one(
            t,
            sql`select id from provider where id not in (select provider_id from building where provider_id is not null) limit 1`,
          )
        ).id,
      )
      expect((await t.call(buildingDetail.providerLife, { iotProviderId: idle }, token)).body.code).toBe(404)
      expect(
        (await t.call(buildingDetail.providerLife, { iotProviderId: idle }, await t.signIn('zhidui'))).body.code,
      ).toBe(200)
    }),
  )
})

describe('the report', () => {
  test(
    'is a PDF with extractable Chinese text, downloadable once',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const own = (await boundTo(t, 'unit01')).find(({ access }) => access === 1)!
      const address = (await t.call(buildingDetail.report, { buildingId: own.id }, token)).body.data as string
      const file = await t.api.request(address)
      expect(file.headers.get('content-type')).toBe('application/pdf')
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file.arrayBuffer())), {
        mergePages: true,
      })
      const flat = text.replace(/\s/g, '')
      const detail = await detailOf(t, token, own.id)
      for (const words of [
        `${own.name}消防物联网接入报告`,
        '已接入',
        `${Math.round(detail.safetyScore!)}分`,
        detail.isvName!,
        '必接项接入率100%',
      ])
        expect(flat).toContain(words.replace(/\s/g, ''))
      expect(flat).toContain(`未解决的消防设施问题（共${detail.exceptionNum}个`)
      expect(flat).not.toContain('〓')
      expect((await t.api.request(address)).status).toBe(404)
    }),
  )

  test(
    'is rejected until the required data is connected',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const { id, access } of await boundTo(t, 'unit01')) {
        const { body } = await t.call(buildingDetail.report, { buildingId: id }, token)
        expect(body).toMatchObject(access === 1 ? { code: 200 } : { code: 409, message: REPORT_REFUSAL, data: null })
      }
    }),
  )
})

describe('tenants', () => {
  test(
    'are found by name, added with date, area and label, shown in detail, and removed',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [own] = await boundTo(t, 'unit01')
      const of = { buildingId: own!.id }
      const before = await tenantsOf(t, token, own!.id)
      const unitId = await stranger(t, own!.id)
      const { name } = (await one(t, sql`select name from unit where id = ${unitId}`)) as { name: string }
      const found = (await t.call(tenancy.candidates, { ...of, search: name }, token)).body.data as unknown as {
        list: object[]
      }
      expect(found.list).toContainEqual({ id: String(unitId), name })

      expect((await t.call(tenancy.bind, { ...of, lawCompanyId: unitId, ...BIND }, token)).body.code).toBe(200)
      const after = await tenantsOf(t, token, own!.id)
      expect(after.total).toBe(before.total + 1)
      expect(after.list.find((row) => row.lawCompanyId === String(unitId))).toMatchObject({
        name,
        enterTime: BIND.enterTime,
        enterArea: 120.5,
        label: '承租单位',
      })
      const detail = await t.call(tenancy.detail, { ...of, lawCompanyId: unitId }, token)
      expect(detail.body.data).toMatchObject({ name, enterTime: BIND.enterTime, labelName: '承租单位' })
      const again = (await t.call(tenancy.candidates, { ...of, search: name }, token)).body.data as unknown as {
        list: object[]
      }
      expect(again.list).toEqual([])
      expect((await t.call(tenancy.bind, { ...of, lawCompanyId: unitId, ...BIND }, token)).body).toMatchObject({
        code: 409,
        errors: { lawCompanyId: '该单位已入驻本建筑' },
      })

      expect((await t.call(tenancy.break, { ...of, lawCompanyId: unitId }, token)).body.code).toBe(200)
      expect(await tenantsOf(t, token, own!.id)).toEqual(before)
      expect((await t.call(tenancy.break, { ...of, lawCompanyId: unitId }, token)).body.code).toBe(404)
    }),
  )

  test(
    'are searched by a unit in its district, in the city by two letters, a hundred by name, sixty times a minute',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [own] = await boundTo(t, 'unit01')
      const add = (name: string, county: string) =>
        t.db.execute(sql`
          insert into unit (name, province_no, city_no, county, street_no, type, app_key, secret, created_at, modified_at)
          values (${name}, '310000', '310100', ${county}, ${`${county}000`}, 4, ${name}, '', now(), now())`)
      const county = own!.county === '310101' ? '310106' : '310101'
      await add('甲鑫本区单位', own!.county)
      await add('甲鑫自检单位', '000000')
      for (let n = 119; n >= 0; n--) await add(`甲鑫外区单位${String(n).padStart(3, '0')}`, county)
      const find = async (search: string, currentPage = 1, as = token) =>
        (await t.call(tenancy.candidates, { buildingId: own!.id, search, currentPage, pageSize: 60 }, as)).body
          .data as unknown as { list: { name: string }[]; total: number }
      const names = async (...given: Parameters<typeof find>) => (await find(...given)).list.map(({ name }) => name)
      expect(await names('鑫')).toEqual(['甲鑫本区单位'])
      expect(await find('甲鑫')).toMatchObject({ total: 100 })
      expect((await find('甲鑫', 2)).list).toHaveLength(40)
      expect((await find('甲鑫', 3)).list).toEqual([])
      expect((await names('外区单位')).slice(0, 2)).toEqual(['甲鑫外区单位000', '甲鑫外区单位001'])
      expect(await names('自检单位')).toEqual([])
      const { rows } = await t.db.execute<{ id: string }>(sql`select id from unit where name = '甲鑫自检单位'`)
      const bound = { buildingId: own!.id, lawCompanyId: rows[0]!.id, ...BIND }
      expect((await t.call(tenancy.bind, bound, token)).body.code).toBe(404)
      expect((await find('鑫', 3, await t.signIn('zhidui'))).total).toBe(121)

      for (let n = 6; n < 60; n++) await find('没有')
      const { body } = await t.call(tenancy.candidates, { buildingId: own!.id, search: '没有' }, token)
      expect(body).toMatchObject({ code: 429, message: expect.stringMatching(/^查找过于频繁/) })
      t.clock.pass(61_000)
      expect(await names('本区单位')).toEqual(['甲鑫本区单位'])
    }),
  )

  test(
    'are edited with the former values in the audit; wrong values and units that are no tenants are rejected',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [own] = await boundTo(t, 'unit01')
      const tie = { buildingId: own!.id, lawCompanyId: await stranger(t, own!.id) }
      const update = async (change: object, as = token) =>
        (await t.call(tenancy.update, { ...tie, ...BIND, ...change }, as)).body
      expect((await update({})).code).toBe(404)
      await t.call(tenancy.bind, { ...tie, ...BIND }, token)
      const before = await tenantsOf(t, token, own!.id)
      for (const [change, field] of [
        [{ enterTime: '2026-03-24 00:00:00' }, 'enterTime'],
        [{ enterArea: '0' }, 'enterArea'],
        [{ label: '没有的标签' }, 'label'],
      ] as const)
        expect(await update(change)).toMatchObject({ code: 400, errors: { [field]: expect.any(String) } })
      expect(await tenantsOf(t, token, own!.id)).toEqual(before)

      expect((await update({ enterTime: '2026-02-01 00:00:00', enterArea: '80', label: '业主单位' })).code).toBe(200)
      const after = await tenantsOf(t, token, own!.id)
      expect(after.total).toBe(before.total)
      expect(after.list.find((row) => row.lawCompanyId === String(tie.lawCompanyId))).toMatchObject({
        enterTime: '2026-02-01 00:00:00',
        enterArea: 80,
        label: '业主单位',
      })
      const [entry] = (await readAudit(t, await t.signIn('zhidui'), { action: tenancy.update.id })).list
      expect(entry!.changes).toContainEqual({ field: '入驻面积', before: '120.5', after: '80' })
    }),
  )

  test(
    'with a missing, too large, unknown or future value are rejected at its field and not added',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [own] = await boundTo(t, 'unit01')
      const lawCompanyId = await stranger(t, own!.id)
      const before = await tenantsOf(t, token, own!.id)
      const wrong: [object, string, string][] = [
        [{ lawCompanyId: '' }, 'lawCompanyId', '请选择单位'],
        [{ enterTime: '' }, 'enterTime', '请选择入驻日期'],
        [{ enterTime: '2026-03-24 00:00:00' }, 'enterTime', '入驻日期不能晚于今天'],
        [{ enterTime: '2026-3-1' }, 'enterTime', '时间格式应为 yyyy-MM-dd HH:mm:ss'],
        [{ enterArea: '' }, 'enterArea', '请输入入驻面积'],
        [{ enterArea: '十平米' }, 'enterArea', '请输入数字，最多两位小数'],
        [{ enterArea: '0' }, 'enterArea', '入驻面积应大于 0'],
        [{ enterArea: '10000000' }, 'enterArea', '入驻面积应小于 1000 万 m²'],
        [{ label: '' }, 'label', '请选择单位标签'],
        [{ label: '没有的标签' }, 'label', '请选择单位标签'],
      ]
      for (const [change, field, said] of wrong) {
        const input = { buildingId: own!.id, lawCompanyId, ...BIND, ...change }
        expect((await t.call(tenancy.bind, input, token)).body).toMatchObject({ code: 400, errors: { [field]: said } })
      }
      expect(await tenantsOf(t, token, own!.id)).toEqual(before)
    }),
  )

  test(
    'are not editable by a provider, and by a district authority only for units of its district',
    city.undone(async (t) => {
      const provider = await t.signIn('isv01')
      const served = Number(
        (
          await one(
            t,
            sql`select b.id from building b join account a on a.provider_id = b.provider_id
        where a.account = 'isv01' order by b.id limit 1`,
          )
        ).id,
      )
      const unitId = await stranger(t, served)
      const input = { buildingId: served, lawCompanyId: unitId, ...BIND }
      for (const call of [tenancy.bind, tenancy.update])
        expect((await t.call(call, input, provider)).body.code).toBe(403)
      expect((await t.call(tenancy.candidates, { buildingId: served }, provider)).body.code).toBe(403)

      const jingan = await t.signIn('jingan')
      const here = Number((await one(t, sql`select id from building where county = '310106' order by id limit 1`)).id)
      const elsewhere = Number((await one(t, sql`select id from unit where county <> '310106' order by id limit 1`)).id)
      expect(
        (await t.call(tenancy.bind, { buildingId: here, lawCompanyId: elsewhere, ...BIND }, jingan)).body.code,
      ).toBe(404)
    }),
  )
})

describe('data of others', () => {
  test(
    'of a building out of scope: each call answers 404 and changes nothing',
    city.undone(async (t) => {
      const foreign = (await boundTo(t, 'unit02')).find(({ county }) => county !== '310106')!
      const tenant = Number(
        (
          await one(
            t,
            sql`select coalesce((select unit_id from building_unit where building_id = ${foreign.id} and kind = 'tenant' limit 1),
          (select id from unit limit 1)) as id`,
          )
        ).id,
      )
      const ties = async () =>
        (await t.db.execute(sql`select * from building_unit order by building_id, unit_id, kind`)).rows
      const before = await ties()
      for (const account of ['unit01', 'jingan', 'wuye01']) {
        const token = await t.signIn(account)
        const seen = await boundTo(t, account)
        if (seen.some(({ id }) => id === foreign.id)) continue
        const of = { buildingId: foreign.id }
        const answers = [
          await t.call(buildingDetail.detail, of, token),
          await t.call(buildingDetail.info, of, token),
          await t.call(buildingDetail.report, of, token),
          await t.call(tenancy.candidates, of, token),
          await t.call(tenancy.list, of, token),
          await t.call(tenancy.detail, { ...of, lawCompanyId: tenant }, token),
          await t.call(tenancy.bind, { ...of, lawCompanyId: tenant, ...BIND }, token),
          await t.call(tenancy.break, { ...of, lawCompanyId: tenant }, token),
        ]
        for (const { body } of answers) expect(body).toMatchObject({ code: 404, data: null })
      }
      expect(await ties()).toEqual(before)
    }),
  )

  test(
    'of an unrelated unit named with one’s own building: 404',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const own = (await boundTo(t, 'unit01')).find(({ access }) => access === 1)!
      const unitId = await stranger(t, own.id)
      const of = { buildingId: own.id }
      expect((await t.call(buildingDetail.report, { ...of, companyId: unitId }, token)).body.code).toBe(404)
      expect((await t.call(tenancy.detail, { ...of, lawCompanyId: unitId }, token)).body.code).toBe(404)
      expect((await t.call(tenancy.break, { ...of, lawCompanyId: unitId }, token)).body.code).toBe(404)
    }),
  )
})
