#!/usr/bin/env node
/**
 * Mutation tests: changes the code of a module, one place at a time, and runs its tests; a change that no test notices
 * is a survivor.
 *
 *   npm run mutation                          the modules
 *   npm run mutation -- outbox call           these
 *   npm run mutation -- outbox --file src/app/offline/outbox/outbox.ts:60-90      this file of it, or these lines
 *
 * Survivors are printed with their change; the whole report is written to test-results/mutation/<module>.json.
 * MUTATION_JOBS: how many test processes at a time, 2 unless set.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { MODULES } from './modules.mjs'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string', multiple: true } },
})

const unknown = names.filter((name) => !(name in MODULES))
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No such module: ${unknown.join(', ')}.`)
  for (const [name, { mutate }] of Object.entries(MODULES)) console.log(`${name.padEnd(16)} ${mutate.join('  ')}`)
  process.exit(unknown.length > 0 ? 2 : 0)
}

/** @returns the counts of one module's mutants, by how each ended */
async function mutate(name) {
  const { mutate: files, tests } = MODULES[name]
  process.env.MUTATION_TESTS = JSON.stringify(tests)
  const tempDirName = mkdtempSync(join(tmpdir(), 'fire-mutation-'))
  try {
    const results = await new Stryker({
      mutate: values.file ?? [...files, '!**/*.test.ts'],
      testRunner: 'vitest',
      vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      concurrency: Number(process.env.MUTATION_JOBS ?? 2),
      tempDirName,
      disableTypeChecks: false,
      ignorePatterns: ['/dist', '/data', '/bench', '/test-results'],
      timeoutMS: tests.some((file) => file.startsWith('tests/api/')) ? 20_000 : 5_000,
      reporters: ['clear-text', 'json'],
      clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
      jsonReporter: { fileName: `test-results/mutation/${name}.json` },
      allowConsoleColors: false,
    }).runMutationTest()
    // The runner finds a test again by its name: with a name that changes, covered mutants meet no test and survive.
    const untested = results.filter(({ status, testsCompleted }) => status === 'Survived' && !testsCompleted)
    if (untested.length > 0) throw new Error(`${untested.length} mutants met no test: does a test change its name?`)
    const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 }
    for (const { status } of results) if (status in counts) counts[status] += 1
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
