#!/usr/bin/env node
/**
 * Changes a module's code, one place at a time, and runs its tests; an unnoticed change is a survivor.
 *
 *   npm run mutation                lists the modules
 *   npm run mutation -- outbox --file src/app/offline/outbox/outbox.ts:60-90 --every 4
 *
 * Reports: test-results/mutation. MUTATION_JOBS: processes. MUTATION_TIMEOUT: extra seconds of a mutant.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { filesOf, MODULES } from './modules.mjs'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
  },
})
// Read in Stryker's checker process.
process.env.MUTATION_EVERY = values.every
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url))
const { isSampled } = await import('./every-nth.mjs')

const unknown = names.filter((name) => !(name in MODULES))
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No such module: ${unknown.join(', ')}.`)
  for (const [name, { mutate }] of Object.entries(MODULES)) console.log(`${name.padEnd(16)} ${mutate.join('  ')}`)
  process.exit(unknown.length > 0 ? 2 : 0)
}

/** @returns the counts of one module's mutants, by how each ended */
async function mutate(name) {
  const { mutate: files, tests } = MODULES[name]
  process.env.MUTATION_TESTS = JSON.stringify(filesOf(tests))
  const isSlow = tests.some((file) => file.startsWith('tests/api/'))
  const tempDirName = mkdtempSync(join(tmpdir(), 'fire-mutation-'))
  try {
    const results = await new Stryker({
      mutate: values.file ?? [...files, '!**/*.test.ts'],
      testRunner: isSlow ? 'resident' : 'vitest',
      vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner', pathOf('every-nth.mjs'), pathOf('resident/runner.mjs')],
      dryRunTimeoutMinutes: 20,
      checkers: values.every === '1' ? [] : ['every-nth'],
      ignoreStatic: isSlow,
      coverageAnalysis: 'perTest',
      concurrency: Number(process.env.MUTATION_JOBS ?? 2),
      tempDirName,
      disableTypeChecks: false,
      ignorePatterns: ['/dist', '/data', '/bench', '/test-results'],
      timeoutMS: 1000 * Number(process.env.MUTATION_TIMEOUT ?? (isSlow ? 20 : 5)),
      reporters: ['progress-append-only', 'clear-text', 'json'],
      clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
      jsonReporter: { fileName: `test-results/mutation/${name}.json` },
      allowConsoleColors: false,
    }).runMutationTest()
    // With a variable name covered mutants have no test.
    const untested = results.filter(({ status, testsCompleted }) => status === 'Survived' && !testsCompleted)
    if (untested.length > 0) throw new Error(`${untested.length} mutants met no test: does a test change its name?`)
    const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 }
    for (const { status } of results.filter(isSampled)) if (status in counts) counts[status] += 1
    return counts
  } finally {
    rmSync(tempDirName, { recursive: true, force: true })
  }
}

const rows = []
for (const name of names) {
  console.log(`\n== ${name}`)
  const { Killed, Timeout, Survived, NoCoverage } = await mutate(name)
  const all = Killed + Timeout + Survived + NoCoverage
  const score = all === 0 ? 'none' : `${(((Killed + Timeout) / all) * 100).toFixed(1)} %`
  rows.push({
    module: name,
    mutants: all,
    killed: Killed,
    timeout: Timeout,
    survived: Survived,
    'no test': NoCoverage,
    score,
  })
}
console.table(rows)
