import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { approval } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { provider } from '#contract/provider.ts'
import { KINDS } from '#contract/publication-kinds.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { readExport } from '../support/read-export.ts'

const city = await openApi()
afterAll(() => city.close())

const PAGE = 100
const WHOLE_PAGES = 4
const ACCOUNTS = ['unit01', 'unit02', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01'] as const

const EXPORTS: Readonly<Record<string, Endpoint>> = {
  'approval.list': approval.export,
  'provider.list': provider.export,
  'unitManagement.list': unitManagement.export,
  'point.list': point.export,
}

const entriesOf = (schema: object) => (schema as { entries?: Record<string, unknown> }).entries ?? {}

const LISTS = endpoints().filter(({ input, output, access, effect }) => {
  const entries = entriesOf(output)
  return (
    'currentPage' in entriesOf(input) &&
    'list' in entries &&
    'total' in entries &&
    !effect &&
    access !== 'program' &&
    access !== 'signed'
  )
})

type Row = Readonly<Record<string, unknown>>

async function placeOf(t: TestApi, account: string) {
  const isUnit = account.startsWith('unit') || account.startsWith('wuye')
  const { rows } = await t.db.execute<{ id: string; project: string }>(sql`
    select b.id::text as id, b.open_project_id as project from building b
    where ${
      isUnit
        ? sql`exists (select 1 from building_unit u join account a on a.unit_id = u.unit_id
            where u.building_id = b.id and u.kind = 'bound' and u.confirmed and a.account = ${account})`
        : sql`b.county = '310106' and b.registered`
    }
    order by (select count(*) from device_event e where e.building_id = b.id) desc, b.id limit 1`)
  const { id, project } = rows[0]!
  return { buildingId: id, relationId: id, openProjectId: project, apiId: 1, kind: KINDS[0], gisX: 121.47, gisY: 31.23 }
}

test(
  'the total of every list is the number of its rows and of the lines of its export, for every role',
  { timeout: 240_000 },
  city.undone(async (t) => {
    const wrong: string[] = []
    const refused = new Set<string>()
    const read = new Set<string>()
    let [lists, rows, files] = [0, 0, 0]
    for (const account of ACCOUNTS) {
      const token = await t.signIn(account)
      const place = await placeOf(t, account)
      for (const call of LISTS.filter(({ access }) => (access === 'provider') === (account === 'isv01'))) {
        const known = Object.keys((call.input as unknown as { entries?: object }).entries ?? {})
        const input = Object.fromEntries(
          Object.entries(place).filter(([name]) => known.includes(name) && !(name === 'kind' && call === problem.list)),
        )
        const ask = async (currentPage: number) =>
          (await t.call(call, { ...input, currentPage, pageSize: PAGE } as never, token)).body
        const first = await ask(1)
        if (first.code !== 200) {
          refused.add(`${call.id} ${first.code}`)
          continue
        }
        const { total } = first.data as { total: number }
        const say = (what: string) =>
          wrong.push(`${account}: ${call.id} ${JSON.stringify(input)}: total ${total}, ${what}`)
        const pages = Math.ceil(total / PAGE)
        const seen: Row[] = []
        for (let page = 1; page <= Math.min(pages, WHOLE_PAGES); page += 1)
          seen.push(...((page === 1 ? first : await ask(page)).data as { list: Row[] }).list)
        const wanted = Math.min(total, WHOLE_PAGES * PAGE)
        if (seen.length !== wanted) say(`${seen.length} rows on the first pages`)
        const ids = seen.flatMap(({ id }) => (id === undefined ? [] : [String(id)]))
        if (new Set(ids).size !== ids.length) say('a row twice')
        const last = ((await ask(Math.max(pages, 1))).data as { list: Row[] }).list
        if (last.length !== total - PAGE * Math.max(pages - 1, 0)) say(`${last.length} rows on the last page`)
        if (((await ask(pages + 1)).data as { list: Row[] }).list.length > 0) say('rows behind the last page')
        lists += 1
        rows += seen.length
        read.add(call.id)
        const file = EXPORTS[call.id]
        if (!file) continue
        t.clock.pass(6_100)
        const { body } = await t.call(file, { ...input, ...(file === point.export && { pageSize: 0 }) } as never, token)
        if (body.code !== 200) say(`export: ${body.message}`)
        else {
          const { rows: lines } = await readExport(t, body.data)
          files += 1
          if (lines.length !== total) say(`an export of ${lines.length} lines`)
        }
      }
    }
    console.log(`${lists} lists, ${rows} rows, ${files} exports; ${wrong.length} differences`)
    expect(wrong).toEqual([])
    expect(LISTS.map(({ id }) => id).filter((id) => !read.has(id))).toEqual([])
    // Roles that may not read it.
    expect([...refused].filter((line) => !line.endsWith(' 403'))).toEqual([])
  }),
)
