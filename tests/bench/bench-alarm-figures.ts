import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { type Figure, holds, ratioOf } from './support/tell.ts'

interface Step {
  readonly command: readonly string[]
  readonly idleMinutes: number
  readonly short?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly goals: readonly (readonly [goal: string, figure?: RegExp, most?: number])[]
}

const bench = (name: string, ...args: string[]) => [process.execPath, `tests/bench/${name}.mjs`, ...args]
const vitest = (project: string, ...files: string[]) => [
  ...'npx vitest run --config tests/vitest.config.ts --project'.split(' '),
  project,
  ...files,
]

const STEPS: Readonly<Record<string, Step>> = {
  alarms: {
    command: bench('alarms'),
    idleMinutes: 8,
    short: { BENCH_ALARMS: '40', BENCH_STREAMS: '60' },
    goals: [
      ['fire answered → frame at the other process: p95 ≤ 1 s', /frame at the other process, p95/],
      ['fire answered → frame at the other process: p99 ≤ 2 s', /frame at the other process, p99/],
      ['fire answered → drawn, Chromium 86 and current: p95 ≤ 1 s, p99 ≤ 2 s', /drawn on the wall/],
      ['no alarm missing or doubled', /^alarms missing or doubled/],
      ['every alarm on the streams', /no stream heard of/],
      ['push service accepted: p95 ≤ 3 s', /push service accepted, p95/],
      ['SMS gateway accepted: p95 ≤ 5 s', /SMS gateway accepted, p95/],
      ['no contact without an SMS', /contacts without an SMS/],
      ['real fire → webhook tried: p95 ≤ 1 s', /webhook queued and tried/],
      ['fire answered → drawn at an open desk ≤ 2 s', /fire on an open desk/],
      ['all channels failing: the desk says so within 10 s', /the desk (says|names)/],
    ],
  },
  'alarm-kills': {
    command: bench('alarm-kills'),
    idleMinutes: 9,
    short: { BENCH_KILLS: '10', BENCH_ALARMS: '30', BENCH_REST_SEC: '45' },
    goals: [
      ['kill -9: no alarm missing or doubled', /^alarms missing or doubled/],
      ['kill -9: no alarm without a message', /alarms without a message/],
      ['kill -9: no row doubled in the ledger', /doubled in the ledger/],
      ['kill -9: no message without an outcome', /without an outcome/],
      ['kill -9: no step overdue', /steps overdue/],
      ['step within 2 s of due', /step after it was due, median/],
    ],
  },
  streams: {
    command: bench('streams'),
    idleMinutes: 8,
    short: { BENCH_STREAMS: '200', BENCH_IDLE_SEC: '10' },
    goals: [
      ['a stream ≤ 60 KB', /^memory of a stream$/],
      ['idle ≤ 2 % of a core', /^idle, share/],
      ['one event to all streams ≤ 60 ms', /first to last stream/],
      ['idle stream ≤ 30 KB an hour', /bytes of an idle stream/],
      ['no frame missing', /frames missing/],
    ],
  },
  'rolling-restart': {
    command: bench('rolling-restart'),
    idleMinutes: 6,
    short: { BENCH_MINUTES: '1', BENCH_STREAMS: '50' },
    goals: [
      ['rolling restart: streams back ≤ 15 s', /stream open again/],
      ['rolling restart: nothing acknowledged is lost', /acknowledged writes missing/],
      ['rolling restart: list p95 ≤ 1.5 ×', /list during a restart/],
    ],
  },
  ingest: {
    command: bench('ingest', 'postgres'),
    idleMinutes: 6,
    goals: [['ingest beside bare writes of the same rows', /./]],
  },
  'alarm-day': {
    command: bench('alarm-day'),
    idleMinutes: 32,
    short: { BENCH_BUILDINGS: '1000', BENCH_ALARMS: '40', BENCH_MINUTES: '1', BENCH_REST_SEC: '60' },
    goals: [
      ['a day of 20,000 buildings: no alarm missing or doubled', /^alarms missing or doubled/],
      ['a day of 20,000 buildings: no alarm without a message', /alarms without a message/],
      ['a day of 20,000 buildings: no message without an outcome', /without an outcome/],
      ['a day of 20,000 buildings: no step overdue', /steps overdue/],
      ['a day of 20,000 buildings: every stream heard of every alarm', /did not hear of/],
      ['a day of 20,000 buildings: ≤ 3 messages to a contact of a building', /building's contact/],
    ],
  },
  feed: {
    command: vitest('live'),
    idleMinutes: 2,
    goals: [['no change lost; stream ≡ lists for random roles (PGlite)']],
  },
  'feed-postgres': {
    command: vitest('live'),
    env: { TEST_ENGINE: 'postgres', FEED_SEEDS: '200' },
    idleMinutes: 3,
    goals: [['no change lost; stream ≡ lists for random roles (PostgreSQL)']],
  },
  order: {
    command: vitest('api', 'tests/api/alarm/alarm-order.test.ts', 'tests/api/alarm/alarm-acts.test.ts'),
    idleMinutes: 2,
    goals: [['decisions of two people: same end in any order']],
  },
  outbox: {
    command: vitest('unit', 'src/app/offline/outbox/outbox.test.ts'),
    idleMinutes: 2,
    goals: [['offline decisions: none lost, doubled or reordered']],
  },
  situations: {
    command: 'npx playwright test --config tests/e2e/playwright.config.ts situations.spec alarm.spec live.spec'.split(
      ' ',
    ),
    idleMinutes: 4,
    goals: [['ten held situations, storm, backlog, two taps at the desk']],
  },
  bytes: {
    command: vitest('built'),
    idleMinutes: 1,
    goals: [['bytes of the first pages']],
  },
}

interface Row {
  readonly goal: string
  readonly measured: string
  readonly holds: boolean | null
}

const round = (value: number) => String(Number(value.toFixed(value >= 100 ? 0 : value < 0.1 ? 4 : 2)))

function wordsOf(figure: Figure): string {
  const ratio = ratioOf(figure)
  return `${round(figure.value)} ${figure.unit}${ratio === null ? '' : `, ${round(ratio)} × ${figure.reference?.name}`}`
}

function rowsOf({ goals }: Step, figures: readonly Figure[], isWell: boolean): Row[] {
  return goals.flatMap(([goal, pattern, most]): Row[] => {
    if (!pattern) return [{ goal, measured: isWell ? 'all passed' : 'failed', holds: isWell }]
    const own = figures.filter(({ name, goal: limit }) => (limit ?? most) !== undefined && pattern.test(name))
    if (own.length === 0) return [{ goal, measured: 'not measured', holds: false }]
    return own.map((figure) => ({
      goal: own.length > 1 ? `${goal}: ${figure.name} ${figure.goal}` : goal,
      measured: wordsOf(figure),
      holds: most === undefined ? holds(figure) : figure.value <= most,
    }))
  })
}

const start = ([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<number>((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('exit', (code) => resolve(code ?? 1))
  })

export async function benchAlarmFigures(isShort: boolean, chosen: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'fire-alarm-figures-'))
  const steps = Object.entries(STEPS).filter(([name]) => chosen.length === 0 || chosen.includes(name))
  const minutes = steps.reduce((sum, [, step]) => sum + step.idleMinutes, 0)
  if (!isShort) console.log(`About ${minutes} minutes on an idle machine`)
  const rows: Row[] = []
  for (const [name, step] of steps) {
    const begun = performance.now()
    console.log(`\n-- ${name}`)
    const file = join(folder, name)
    writeFileSync(file, '')
    const code = await start(step.command, { ...step.env, ...(isShort && step.short), BENCH_FIGURES: file })
    const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
    if (process.env.BENCH_FIGURES && lines.length > 0)
      appendFileSync(process.env.BENCH_FIGURES, `${lines.join('\n')}\n`)
    const figures = lines.map((line) => JSON.parse(line) as Figure)
    rows.push(...rowsOf(step, figures, code === 0))
    console.log(
      `-- ${name}: ${Math.round((performance.now() - begun) / 1000)} s${code === 0 ? '' : `, exit code ${code}`}`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(`\n| goal | measured | holds |\n|---|---|---|`)
  for (const { goal, measured, holds: isHeld } of rows)
    console.log(`| ${goal} | ${measured} | ${isHeld ? 'yes' : 'NO'} |`)
  return rows.every(({ holds: isHeld }) => isHeld === true)
}
