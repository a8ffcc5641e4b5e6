#!/usr/bin/env node
/**
 *   npm run bench -- --only pages,calls
 *   npm run bench -- --large           the large city, too
 *
 * Results: bench/results.json and bench/results.md. A missed goal is no error.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({
  options: { only: { type: 'string' }, large: { type: 'boolean' }, short: { type: 'boolean' } },
})
/** Figures go to BENCH_FIGURES. */
const BENCHES = {
  pages: ['tests/bench/pages.mjs'],
  screens: ['tests/bench/screens.mjs'],
  calls: ['tests/bench/calls.mjs'],
  'embedded-city': ['tests/bench/calls.mjs', 'pglite', 'middle'],
  'sign-in': ['tests/bench/sign-in.mjs'],
  ingest: ['tests/bench/ingest.mjs'],
  exports: ['tests/bench/exports.mjs'],
  audit: ['tests/bench/audit.mjs'],
  ...(values.large && {
    large: ['tests/bench/calls.mjs', 'postgres', 'large'],
    authority: ['tests/bench/authority.mjs'],
  }),
  // Waits of other callers: for an idle machine.
  ...(values.only && {
    'hostile-files': ['tests/bench/hostile-files.mjs'],
    'alarm-figures': ['tests/bench/alarm-figures.mjs', ...(values.short ? ['--short'] : [])],
  }),
}
const chosen = values.only?.split(',') ?? Object.keys(BENCHES)
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}

const start = (command, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('exit', (code) => resolve(code ?? 1))
  })

const [{ model = 'unknown' } = {}] = cpus()
const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
const results = join(root, 'bench/results.json')
const kept = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {}

const folder = mkdtempSync(join(tmpdir(), 'fire-bench-'))
const failed = []
if (chosen.some((name) => ['pages', 'screens', 'hostile-files'].includes(name)) && !process.env.BENCH_URL)
  await start('npm', ['run', 'build', '--silent'])
mkdirSync(dirname(results), { recursive: true })
for (const name of chosen) {
  console.log(`\n== ${name}`)
  const file = join(folder, name)
  writeFileSync(file, '')
  const before = loadavg()[0]
  if ((await start(process.execPath, BENCHES[name], { BENCH_FIGURES: file })) !== 0) failed.push(name)
  const figures = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  kept[name] = { at: new Date().toISOString(), machine, load: Number(before.toFixed(1)), figures }
  writeFileSync(results, `${JSON.stringify(kept, null, 2)}\n`)
}
rmSync(folder, { recursive: true, force: true })

const round = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toFixed(value < 0.1 ? 5 : 2)))
const rowsOf = (figures) =>
  figures
    .filter(({ cell }) => !cell)
    .map(({ name, where = '', value, unit, reference, goal = '' }) => {
      const beside = reference ? `${round(reference.value)} (${reference.name})` : ''
      return `| ${name} | ${where} | ${round(value)} ${unit} | ${beside} | ${reference ? round(value / reference.value) : ''} | ${goal} |`
    })

/** A row each; 2 ×: twice the reference. */
function tableOf(figures, name) {
  const own = figures.filter(({ cell }) => cell?.table === name)
  const columns = [...new Set(own.map(({ cell }) => cell.column))]
  const words = ({ value, unit, reference, cell }) =>
    `${round(value)}${unit === 'ms' || unit === '' ? '' : ` ${unit}`}${reference ? `, ${round(value / reference.value)} ×` : ''}${cell.note ? ` (${cell.note})` : ''}`
  const line = (row) =>
    columns.map((column) => {
      const figure = own.find(({ cell }) => cell.row === row && cell.column === column)
      return figure ? words(figure) : ''
    })
  return [
    '',
    `| ${name} | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...[...new Set(own.map(({ cell }) => cell.row))].map((row) => `| ${row} | ${line(row).join(' | ')} |`),
  ]
}

const sections = Object.entries(kept).flatMap(([name, { at, load, figures }]) => {
  const rows = rowsOf(figures)
  return [
    '',
    `**${name}**, ${at.slice(0, 10)}, load ${load} when it began`,
    ...(rows.length > 0
      ? ['', '| what | where | measured | reference | ratio | goal |', '|---|---|---|---|---|---|', ...rows]
      : []),
    ...[...new Set(figures.flatMap(({ cell }) => (cell ? [cell.table] : [])))].flatMap((table) =>
      tableOf(figures, table),
    ),
  ]
})
const table = [
  `Measured by \`npm run bench\` on ${machine}; each bench beside its reference in one run.`,
  ...sections,
].join('\n')
writeFileSync(join(root, 'bench/results.md'), `${table}\n`)
console.log(`\nbench/results.json, bench/results.md${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`)
process.exit(failed.length > 0 ? 1 : 0)
