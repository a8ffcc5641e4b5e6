import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { dropMonthsBefore } from '#server/devices/drop-old-months.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { COMPONENTS, type Fact, factsOf, type FactSet, PUMP } from '../support/arrival-facts.ts'
import { outcomeOf, type Outcome } from '../support/arrival-outcome.ts'
import { deliver, type Way } from '../support/deliver-facts.ts'
import { historyBuilding, keepAccountsOnly, undone } from '../support/history-building.ts'
import { OWN } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { chanceOf } from '../support/report-history.ts'
import { ADDRESS } from '../support/transmitter.ts'

/** ARRIVAL_SETS=1000: full; ARRIVAL_FIRST: first seed. */
const SETS = Number(process.env.ARRIVAL_SETS ?? 30)
const FIRST = Number(process.env.ARRIVAL_FIRST ?? 1)
const DAY = 24 * 3_600_000
const TEN_MINUTES = 600_000
const PROJECT = 'op-history'

const city = await openApi()
afterAll(() => city.close())
const base = await city.lasting()
await keepAccountsOnly(base)
base.clock.pass(-40 * DAY)
const { buildingId } = await historyBuilding(base)
const program = programOf(base, OWN)
await program.call(ingest.registerPoints, {
  items: COMPONENTS.map(({ pointNumber, type, apiId }) => ({
    projectId: PROJECT,
    pointNumber,
    deviceNo: `D${pointNumber}`,
    deviceName: `设备${pointNumber}`,
    deviceType: type,
    apiId,
  })),
})
await program.call(ingest.registerTransmitter, { projectId: PROJECT, address: String(ADDRESS), name: '装置' })
base.clock.pass(40 * DAY)
// Fewer partitions are planned faster; all facts are of the last three weeks.
await dropMonthsBefore(base.db, new Date('2026-03-01T00:00:00Z'))

const WAYS: Readonly<Record<string, (seed: number) => (fact: Fact) => Way>> = {
  http: () => () => 'http',
  gateway: () => (fact) => (fact.unit ? 'gateway' : 'http'),
  mixed: (seed) => {
    const { next } = chanceOf(seed + 7)
    const ways = Array.from({ length: 200 }, () => next() < 0.5)
    return (fact) => (fact.unit && ways[fact.number] ? 'gateway' : 'http')
  },
}

function ordersOf(facts: readonly Fact[], seed: number): Fact[][] {
  const { shuffle } = chanceOf(seed + 99)
  const timeOf = ({ http }: Fact) => http[0]?.item.time ?? ''
  const inTime = facts.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
  return [inTime, inTime.toReversed(), ...Array.from({ length: 3 }, () => shuffle([...facts]))]
}

const heartbeats = (t: TestApi) =>
  programOf(t, OWN).call(ingest.readings, {
    items: COMPONENTS.filter(({ measure, type }) => !measure && type !== PUMP).map(({ pointNumber }) => ({
      projectId: PROJECT,
      pointNumber,
      time: toWireTime(t.clock.now()),
      measures: {},
    })),
  })

/** Whatever the number of deliveries. */
const outcomeAfter = (facts: readonly Fact[], seed: number, wayOf: (fact: Fact) => Way, isWhole = true) =>
  undone(base, async (t) => {
    const end = t.clock.now().getTime() + TEN_MINUTES
    const { below } = chanceOf(seed + facts[0]!.number)
    await deliver(t, PROJECT, facts, wayOf, () => 1 + below(6))
    // A frame reports every component, HTTP its own point.
    if (!isWhole) await heartbeats(t)
    t.clock.pass(end - t.clock.now().getTime())
    await markOverdue(t.deps)
    await reEvaluateDue(t.db, t.clock.now())
    return outcomeOf(t.db, buildingId, isWhole, hasVerdicts(facts))
  })

const hasVerdicts = (facts: readonly Fact[]) =>
  facts.some(({ http }) => http.some(({ call, item }) => call === 'events' && item.state !== undefined))

const differences = (one: Outcome, other: Outcome) =>
  Object.keys(one).flatMap((part) => {
    const [a, b] = [one[part]!, other[part]!]
    return [
      ...a.filter((line) => !b.includes(line)).map((line) => `${part} - ${line}`),
      ...b.filter((line) => !a.includes(line)).map((line) => `${part} + ${line}`),
    ]
  })

async function differencesOf(seed: number, { facts, isComparable }: FactSet, seen: Record<string, number>) {
  const wrong: string[] = []
  for (const [way, wayOf] of Object.entries(WAYS)) {
    let first: Outcome | undefined
    for (const [i, order] of ordersOf(facts, seed).entries()) {
      const outcome = await outcomeAfter(order, seed, wayOf(seed))
      if (!first) for (const [part, lines] of Object.entries(outcome)) seen[part] = (seen[part] ?? 0) + lines.length
      first ??= outcome
      wrong.push(...differences(first, outcome).map((line) => `set ${seed}, ${way}, order ${i}: ${line}`))
    }
  }
  if (isComparable) {
    const [byHttp, byGateway] = [
      await outcomeAfter(facts, seed, () => 'http', false),
      await outcomeAfter(facts, seed, () => 'gateway', false),
    ]
    wrong.push(...differences(byHttp, byGateway).map((line) => `set ${seed}, http and gateway: ${line}`))
  }
  return wrong
}

test(
  `${SETS} sets of reports have the same outcome in five orders, by HTTP, through the gateway and mixed`,
  async () => {
    const wrong: string[] = []
    let facts = 0
    const seen: Record<string, number> = {}
    for (let seed = FIRST; seed < FIRST + SETS; seed += 1) {
      const set = factsOf(seed, base.clock.now())
      facts += set.facts.length
      wrong.push(...(await differencesOf(seed, set, seen)))
    }
    console.log(`${SETS} sets, ${facts} facts, ${SETS * 15} deliveries; ${wrong.length} differences in`, seen)
    expect(wrong).toEqual([])
    // Every kind of outcome occurs.
    expect(Object.entries(seen).filter(([, lines]) => lines === 0)).toEqual([])
  },
  60_000 + SETS * 30_000,
)
