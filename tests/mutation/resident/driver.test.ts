import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { before, beginFile, type CollectedTest, tests } from './collect.ts'

/** Source: @stryker-mutator/instrumenter. */
interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}
interface MutantRun {
  readonly kind: 'mutantRun'
  readonly mutant: string
  /** In the order in which they run. */
  readonly tests: readonly string[]
  readonly hitLimit?: number
}

const NAMESPACE = '__stryker__'
const stryker = ((globalThis as { [NAMESPACE]?: Stryker })[NAMESPACE] ??= {})
/** An endless test blocks the worker: it is killed and replaced. */
const LIMIT_MS = 20_000
const DRY_RUN_LIMIT_MS = 300_000

/** `undefined`: passed. */
async function run({ work, hooks }: CollectedTest, limitMs = LIMIT_MS): Promise<string | undefined> {
  // Vitest's `process.exit` throws.
  const end = setTimeout(() => process.kill(process.pid, 'SIGKILL'), limitMs)
  try {
    for (const hook of hooks.flatMap(({ beforeEach }) => beforeEach)) await hook()
    try {
      await work({})
    } finally {
      for (const hook of hooks.flatMap(({ afterEach }) => afterEach)) await hook()
    }
    return undefined
  } catch (error) {
    return String(error).slice(0, 500)
  } finally {
    clearTimeout(end)
  }
}

/** Twice: some fail when repeated. The second counts coverage. */
async function dryRun() {
  stryker.mutantCoverage ??= { static: {}, perTest: {} }
  const covered = { ...stryker.mutantCoverage.static }
  const failed = new Set<string>()
  const times = new Map<string, number>()
  for (const isCounted of [false, true]) {
    for (const each of tests.filter(({ id }) => !failed.has(id))) {
      stryker.currentTestId = isCounted ? each.id : undefined
      const start = performance.now()
      if ((await run(each, DRY_RUN_LIMIT_MS)) !== undefined) failed.add(each.id)
      times.set(each.id, performance.now() - start)
    }
    if (!isCounted) stryker.mutantCoverage.static = { ...covered }
  }
  stryker.currentTestId = undefined
  for (const id of failed) {
    console.error(`Cannot be repeated in one process, left out: ${id}`)
    delete stryker.mutantCoverage.perTest[id]
  }
  const passed = tests.filter(({ id }) => !failed.has(id))
  return {
    status: 'complete',
    mutantCoverage: stryker.mutantCoverage,
    tests: passed.map(({ id }) => ({ id, name: id, status: 'success', timeSpentMs: times.get(id) ?? 0 })),
  }
}

async function mutantRun({ mutant, tests: named, hitLimit }: MutantRun) {
  const byId = new Map(tests.map((each) => [each.id, each]))
  const chosen = named.flatMap((id) => byId.get(id) ?? [])
  for (const [at, each] of chosen.entries()) {
    Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit })
    const failureMessage = await run(each)
    Object.assign(stryker, { activeMutant: undefined, hitLimit: undefined })
    if (failureMessage === undefined) continue
    const isClean = (await run(each)) === undefined
    return { status: 'killed', killedBy: [each.id], failureMessage, nrOfTests: at + 1, isClean }
  }
  return { status: 'survived', nrOfTests: chosen.length, isClean: true }
}

test('runs the tests of the module on request', { timeout: 86_400_000 }, async () => {
  for (const file of JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[]) {
    beginFile(file)
    await import(/* @vite-ignore */ `${process.cwd()}/${file}`)
  }
  for (const work of before) await work()
  const socket = connect(Number(process.env.MUTATION_PORT), '127.0.0.1')
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as { kind: 'dryRun' } | MutantRun
    if (message.kind === 'dryRun') {
      socket.write(`${JSON.stringify(await dryRun())}\n`)
      continue
    }
    const { isClean, ...result } = await mutantRun(message)
    await new Promise((resolve) => socket.write(`${JSON.stringify(result)}\n`, resolve))
    if (!isClean) process.exit(0)
  }
  expect(tests).not.toEqual([])
})
