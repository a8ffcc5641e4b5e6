// On both engines: many statements.
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { count } from '#contract/fields.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { readTruth, type Scope, type Truth } from '../support/figures/truth.ts'
import { FIGURES, NO_ROWS } from '../support/figures/all-figures.ts'
import type { Figure, Opens, Row, Source } from '../support/figures/figure.ts'
import { clearBuildings, makeRandomCity } from '../support/figures/random-city.ts'
import { readExport } from '../support/read-export.ts'
import { walkSchema } from '../support/walk-schema.ts'
import { withRollback } from '../support/with-rollback.ts'

const city = await openApi()
afterAll(() => city.close())

/** FIGURES=all: everything; RANDOM_CITIES: number; FIGURES_SEED: first. */
const IS_WHOLE = process.env.FIGURES === 'all'
const CITIES = Number(process.env.RANDOM_CITIES ?? 6)
const FIRST_SEED = Number(process.env.FIGURES_SEED ?? 1)

/** First page and total only. */
const LONG = 200
const RATE = /(^|\.)(\w+(Percentage|Rate)|percentage|rate)$/
const keyOf = (call: Endpoint, field: string) => `${call.id} ${field}`

function shownNumbers(): string[] {
  return endpoints()
    .filter(({ effect, access }) => !effect && access !== 'program' && access !== 'signed')
    .flatMap((call) =>
      walkSchema(call.output)
        .filter(({ path, schema }) => (schema as unknown) === count || (schema.type === 'number' && RATE.test(path)))
        .map(({ path }) => keyOf(call, path)),
    )
}

test('every count and rate of an answer is compared, or listed with a reason', () => {
  const known = new Set(FIGURES.flatMap(({ call, fields }) => fields.map((field) => keyOf(call, field))))
  const shown = new Set(shownNumbers())
  expect(shown.size).toBeGreaterThan(80)
  const missing = [...shown].filter((key) => !known.has(key) && !(key in NO_ROWS))
  expect(missing).toEqual([])
  expect([...known, ...Object.keys(NO_ROWS)].filter((key) => !shown.has(key))).toEqual([])
})

const UNITS = ['unit01', 'wuye01'] as const
const boundTo = (
  account: string,
) => `b.id in (select t.building_id from building_unit t join account a on a.unit_id = t.unit_id
  where t.kind = 'bound' and a.account = '${account}')`

function scopes(ofBuilding: readonly { account: string; id: string }[]): Scope[] {
  const area = (says: string, account: string, where: string, input: object, listInput: object): Scope => ({
    says,
    account,
    where,
    input,
    listInput,
  })
  return [
    ...UNITS.map((account) => area(account, account, boundTo(account), {}, {})),
    ...ofBuilding.map(({ account, id }) => ({
      ...area(`${account}, one building`, account, `b.id = ${id}`, { buildingId: id }, {}),
    })),
    area('zongdui, the city', 'zongdui', 'true', {}, {}),
    area('zhidui, the city', 'zhidui', 'true', {}, {}),
    area('zhidui, one district', 'zhidui', `b.county = '310115'`, { countyNo: '310115' }, { county: '310115' }),
    area('zhidui, one type', 'zhidui', 'b.building_type = 2', { buildType: 2 }, { buildingType: 2 }),
    area('jingan, its district', 'jingan', `b.county = '310106'`, {}, {}),
  ]
}

const isGov = ({ account }: Scope) => account === 'zongdui' || account === 'zhidui' || account === 'jingan'
const isShownTo = ({ who }: Source, scope: Scope) =>
  who === 'all' || (who === 'unit' ? !isGov(scope) : who === 'gov2' ? scope.account === 'zhidui' : isGov(scope))

interface Outcome {
  figures: number
  lists: number
  files: number
  readonly wrong: string[]
  readonly fields: Set<string>
}

async function compare(
  t: TestApi,
  scope: Scope,
  truth: Truth,
  token: string,
  all: Outcome,
  withFiles: (n: number) => boolean,
) {
  const ask = async (call: Endpoint, input: object) => {
    const { body } = await t.call(call, input as never, token)
    if (body.code === 200) return body.data as never
    all.wrong.push(`${scope.says}: ${call.id} ${JSON.stringify(input)}: ${body.message}`)
    return null
  }
  for (const source of FIGURES) {
    const input = isShownTo(source, scope) ? source.input(scope) : null
    if (!input) continue
    const answer = await ask(source.call, input)
    for (const figure of answer === null ? [] : source.figures(answer, scope, truth)) {
      all.figures += 1
      all.fields.add(keyOf(source.call, figure.field))
      const says = `${scope.says}: ${keyOf(source.call, figure.field)} = ${figure.value}`
      const say = (what: string) => all.wrong.push(`${says}, ${what}`)
      compareTruth(figure, say)
      if (figure.opens) await compareList(t, figure, figure.opens, ask, say, all, withFiles)
    }
  }
}

const rateOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)

function compareTruth({ value, ids, whole }: Figure, say: (what: string) => void): void {
  if (ids === null) return
  const wanted = whole ? rateOf(ids.length, whole.length) : ids.length
  if (value !== wanted) say(`SQL: ${wanted}`)
}

async function compareList(
  t: TestApi,
  { value, ids, whole }: Figure,
  { call, input, only, id, file }: Opens,
  ask: (call: Endpoint, input: object) => Promise<unknown>,
  say: (what: string) => void,
  all: Outcome,
  withFiles: (n: number) => boolean,
): Promise<void> {
  const rows: Row[] = []
  let total = 0
  let isCut = false
  for (let currentPage = 1; ; currentPage += 1) {
    const page = (await ask(call, { ...input, currentPage, pageSize: 100 })) as { list: Row[]; total: number } | null
    if (!page) return
    rows.push(...page.list)
    total = page.total
    isCut = !IS_WHOLE && !only && total > LONG
    if (isCut || page.list.length < 100) break
  }
  all.lists += 1
  const found = only ? rows.filter(only) : rows
  if (!isCut && total !== rows.length) say(`${call.id}: total ${total} of ${rows.length} rows`)
  const wanted = whole ? (ids?.length ?? 0) : value
  const many = isCut ? total : found.length
  if (many !== wanted) say(`${call.id} ${JSON.stringify(input)}: ${many} rows`)
  if (id && ids) {
    const listed = found.map((row) => String(row[id]))
    const [shown, counted] = [new Set(listed), new Set(ids)]
    const unlike = [
      ...listed.filter((one) => !counted.has(one)),
      ...(isCut ? [] : ids.filter((one) => !shown.has(one))),
    ]
    if (unlike.length > 0 || shown.size !== listed.length) say(`${call.id}: not the rows it counts: ${unlike.join()}`)
  }
  for (const row of found) {
    const { connectStatus, status, devStatus } = row as unknown as Record<string, number | undefined>
    if (connectStatus === 0 && (devStatus === 0 || (call.id.startsWith('dashboard.') && status === 0)))
      say(`${call.id}: an offline device has the state normal`)
  }
  if (file && withFiles(all.lists)) {
    t.clock.pass(6_100)
    const url = await ask(file.call, file.input)
    if (typeof url !== 'string') return
    const { rows: lines } = await readExport(t, url)
    all.files += 1
    if (lines.length !== total) say(`${file.call.id}: a file of ${lines.length} lines`)
  }
}

const tokensOf = async (t: TestApi) => {
  const tokens = new Map<string, string>()
  for (const account of [...UNITS, 'zongdui', 'zhidui', 'jingan']) tokens.set(account, await t.signIn(account))
  return tokens
}

async function buildingsOf(t: TestApi) {
  const found: { account: string; id: string }[] = []
  for (const account of UNITS) {
    const { rows } = await t.db.execute<{ id: string }>(
      sql.raw(`select b.id::text as id from building b where ${boundTo(account)}
        order by (select count(*) from problem q where q.building_id = b.id and q.solved_at is null) desc, b.id limit 1`),
    )
    if (rows[0]) found.push({ account, id: rows[0].id })
  }
  return found
}

async function compareScopes(
  t: TestApi,
  of: readonly Scope[],
  tokens: ReadonlyMap<string, string>,
  all: Outcome,
  withFiles: (n: number) => boolean,
) {
  for (const scope of of)
    await compare(t, scope, await readTruth(t.db, scope), tokens.get(scope.account)!, all, withFiles)
}

/** With FIGURES=all every page. */
function someScopes(all: readonly Scope[], seed: number): Scope[] {
  const inTurn = (of: readonly Scope[]) => of.slice(seed % of.length).slice(0, 1)
  if (IS_WHOLE) return all.slice()
  return inTurn(all.filter((scope) => !isGov(scope))).concat(inTurn(all.filter(isGov)))
}

const outcome = (): Outcome => ({ figures: 0, lists: 0, files: 0, wrong: [], fields: new Set() })

test(
  'every count of every role equals its list, its export and SQL in the demo city',
  { timeout: 240_000 },
  city.undone(async (t) => {
    const all = outcome()
    const everything = scopes(await buildingsOf(t))
    await compareScopes(t, everything, await tokensOf(t), all, (n) => IS_WHOLE || n % 4 === 0)
    console.log(`${all.figures} figures, ${all.lists} lists, ${all.files} files; ${all.wrong.length} differences`)
    expect(all.wrong).toEqual([])
    const wanted = FIGURES.flatMap(({ call, fields }) => fields.map((field) => keyOf(call, field)))
    expect([...new Set(wanted)].filter((key) => !all.fields.has(key))).toEqual([])
  }),
)

test(
  `every count equals its list, its export and SQL in ${CITIES} random cities`,
  { timeout: 30_000 + 30_000 * CITIES },
  city.undone(async (t) => {
    const tokens = await tokensOf(t)
    const all = outcome()
    await clearBuildings(t.db)
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CITIES; seed += 1) {
      // Cached for a minute.
      t.clock.pass(61_000)
      await withRollback(t.db, async (tx) => {
        await makeRandomCity(tx, seed, t.clock.now())
        const before = all.wrong.length
        const here = { ...t, db: tx }
        const screens = someScopes(scopes(await buildingsOf(here)), seed)
        await compareScopes(here, screens, tokens, all, (n) => n % 7 === seed % 7)
        all.wrong.splice(before, Infinity, ...all.wrong.slice(before).map((line) => `city ${seed}, ${line}`))
      })
    }
    console.log(
      `${CITIES} cities: ${all.figures} figures, ${all.lists} lists, ${all.files} files; ${all.wrong.length} differences`,
    )
    expect(all.wrong).toEqual([])
  }),
)
