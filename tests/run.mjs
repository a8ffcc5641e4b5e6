#!/usr/bin/env node
/**
 * The steps of `npm test`, in order, stopping at the first that fails.
 *
 *   node tests/run.mjs --only verify,unit,house
 *   node tests/run.mjs --list
 *
 * The last line sums the runners' reports: `N passed, N failed` (and `, N skipped`, which fails the run).
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ChromiumMissing, findChromium, missingChineseFonts } from './support/find-chromium.mjs'
import { inPairs, run, stopChildren } from './support/run-command.mjs'
import { fromPlaywright, fromVitest } from './support/runner-counts.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' } },
})
const reports = mkdtempSync(join(tmpdir(), 'fire-tests-'))
const statements = join(reports, 'statements')
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** The next look reads only what changed. */
const keptTypesOf = (world) => [
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${world === '.' ? 'rest' : world.replace('/', '-')}.tsbuildinfo`,
]

/** No build, no browser. */
async function verify() {
  const types = ['src/contract', 'src/server', 'src/app', 'src/sw', '.'].map((world) => ({
    title: `types of ${world === '.' ? 'tests, mocks and settings' : world}`,
    // Both compilers bring a `tsc`.
    command: [
      'node',
      'node_modules/typescript-native/bin/tsc',
      '-p',
      world,
      '--noEmit',
      '--pretty',
      'false',
      '--incremental',
      ...keptTypesOf(world),
    ],
  }))
  return inPairs([
    types[4],
    { title: 'format', command: ['oxfmt', '--check'] },
    { title: 'lint', command: ['oxlint', '--deny-warnings'] },
    ...types.slice(0, 4),
  ])
}

async function vitest(step, projects, env = {}) {
  const report = join(reports, `${step}.json`)
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`]
  const exit = await run(['vitest', 'run', '--config', 'tests/vitest.config.ts', ...chosen, ...reporters], env)
  return fromVitest(report, exit)
}

/** `postgres` records, `embedded` prepares on both. */
function callsOn(engine) {
  mkdirSync(statements, { recursive: true })
  const isKnown = engine === 'postgres' || readdirSync(statements).length > 0
  return vitest(engine, ['api'], { TEST_ENGINE: engine, STATEMENTS: isKnown ? statements : '' })
}

async function playwright(step) {
  const fonts = missingChineseFonts()
  if (fonts) console.log(fonts)
  findChromium()
  const report = join(reports, `${step}.json`)
  const exit = await run(
    ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter', 'list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return fromPlaywright(report, exit)
}

const STEPS = {
  verify: { says: 'format, lint and types', run: verify },
  unit: { says: 'rules beside their files', project: 'unit' },
  house: { says: 'floors, contract, licences, documents', project: 'house' },
  screens: { says: "people's stories on rendered screens", project: 'screens' },
  faults: { says: 'the client against every fault of a socket', run: () => vitest('faults', ['faults']), waits: true },
  build: { says: 'npm run build', run: async () => ({ ok: (await run(['npm', 'run', '--silent', 'build'])) === 0 }) },
  built: { says: 'what the build may hold', run: () => vitest('built', ['built']) },
  postgres: { says: 'all calls on PostgreSQL', run: () => callsOn('postgres') },
  live: {
    says: 'the change feed on a PostgreSQL of its own',
    run: () => vitest('live', ['live'], { TEST_ENGINE: 'postgres' }),
  },
  embedded: { says: 'calls on the embedded database where it could differ', run: () => callsOn('embedded') },
  e2e: { says: 'the built app in a browser', run: () => playwright('e2e') },
  'chromium-86': {
    says: 'the journey on Chromium 86',
    run: () => vitest('chromium-86', ['chromium-86']),
  },
}

/** One start of vitest. */
function rows(names) {
  const list = []
  for (const name of names) {
    const { project, run: own, waits } = STEPS[name]
    const last = list.at(-1)
    if (project && last?.projects) last.projects.push(project)
    else if (project) list.push({ projects: [project] })
    else list.push({ name, run: own, waits })
  }
  return list.map(({ projects, ...row }) =>
    // Fastest copies.
    projects
      ? { name: projects.join(', '), run: () => vitest(projects.join('-'), projects, { TEST_ENGINE: 'postgres' }) }
      : row,
  )
}

function chosenSteps() {
  const all = Object.keys(STEPS)
  if (values.list) {
    for (const name of all) console.log(`${name.padEnd(12)} ${STEPS[name].says}`)
    process.exit(0)
  }
  const only = values.only?.split(',').map((name) => name.trim())
  const unknown = only?.filter((name) => !all.includes(name)) ?? []
  if (unknown.length > 0) {
    console.error(`No such step: ${unknown.join(', ')}. Steps: ${all.join(', ')}`)
    process.exit(2)
  }
  return all.filter((name) => !only || only.includes(name))
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

function table(done) {
  const width = Math.max(...done.map((row) => row.name.length))
  console.log('')
  for (const row of done) {
    const counts = row.passed === undefined ? '' : `${row.passed} passed, ${row.failed} failed`
    const skipped = row.skipped ? `, ${row.skipped} skipped` : ''
    console.log(
      `${row.ok ? 'ok  ' : 'FAIL'}  ${row.name.padEnd(width)}  ${seconds(row.ms).padStart(8)}  ${counts}${skipped}`,
    )
  }
  for (const row of done) for (const name of row.again ?? []) console.log(`\nPassed only at its second try: ${name}`)
}

async function outcomeOf({ name, run: start }) {
  const from = performance.now()
  const result = await start().catch((cause) => {
    console.error(cause instanceof ChromiumMissing ? cause.message : cause)
    return { ok: false }
  })
  return { name, ...result, ms: performance.now() - from }
}

/** Mostly waiting ones start at once. Without a report a failure counts one. */
async function main() {
  const started = performance.now()
  const todo = rows(chosenSteps())
  const early = new Map(todo.filter(({ waits }) => waits).map((row) => [row, outcomeOf(row)]))
  const done = []
  for (const row of todo) {
    console.log(`\n== ${row.name}`)
    const result = await (early.get(row) ?? outcomeOf(row))
    done.push(result)
    if (!result.ok) break
  }
  stopChildren()
  table(done)
  const last = done.at(-1)
  const left = todo.slice(done.length).map((row) => row.name)
  const sum = (key) => done.reduce((total, row) => total + (row[key] ?? 0), 0)
  const failed = sum('failed') + done.filter((row) => !row.ok && !row.failed).length
  console.log(`\nin ${seconds(performance.now() - started)}`)
  if (last && !last.ok) {
    const why = last.skipped && !last.failed ? 'a skipped test counts as a failure' : 'its report stands above'
    const rest = left.length > 0 ? `; not run: ${left.join('; ')}` : ''
    console.log(`Stopped at '${last.name}': ${why}${rest}`)
  }
  console.log(`${sum('passed')} passed, ${failed} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`)
  return done.every((row) => row.ok) ? 0 : 1
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    stopChildren()
    process.exit(code)
  })
}
process.exitCode = await main()
