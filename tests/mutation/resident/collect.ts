/** The driver runs them one by one. */
export { expect, inject, onTestFinished, vi } from 'vitest'

type Work = (...values: unknown[]) => unknown

interface Hooks {
  readonly beforeEach: readonly Work[]
  readonly afterEach: readonly Work[]
}

export interface CollectedTest {
  readonly id: string
  readonly work: Work
  /** Also those registered later. */
  readonly hooks: readonly Hooks[]
}

class Group implements Hooks {
  readonly beforeEach: Work[] = []
  readonly afterEach: Work[] = []
  constructor(
    readonly name: string,
    readonly outer: readonly Group[] = [],
  ) {}
  get path(): readonly Group[] {
    return [...this.outer, this]
  }
}

export const tests: CollectedTest[] = []
export const before: Work[] = []
let group = new Group('')
/** Being loaded. */
export let file = ''

export function beginFile(name: string): void {
  file = name
  group = new Group(name)
}

const workOf = (values: readonly unknown[]) => values.find((value): value is Work => typeof value === 'function')

function add(name: string, work: Work): void {
  const id = [...group.path.map((each) => each.name), name].join(' › ')
  const same = tests.filter((each) => each.id === id || each.id.startsWith(`${id} #`)).length
  tests.push({ id: same === 0 ? id : `${id} #${same + 1}`, work, hooks: group.path })
}

const each =
  (register: (name: string, work: Work) => void) =>
  (table: readonly unknown[]) =>
  (name: string, ...values: unknown[]) => {
    const work = workOf(values)
    for (const [at, row] of table.entries())
      if (work) register(`${name} ${at + 1}`, () => (Array.isArray(row) ? work(...row) : work(row)))
  }

function registerTest(name: string, ...values: unknown[]): void {
  const work = workOf(values)
  if (work) add(name, work)
}
const skipped = () => undefined
export const test = Object.assign(registerTest, {
  each: each(add),
  runIf: (condition: unknown) => (condition ? registerTest : skipped),
  skipIf: (condition: unknown) => (condition ? skipped : registerTest),
})
export const it = test

function inGroup(name: string, work: Work): void {
  const outer = group
  group = new Group(name, outer.path)
  work()
  group = outer
}
export const describe = Object.assign(
  (name: string, ...values: unknown[]) => {
    const work = workOf(values)
    if (work) inGroup(name, work)
  },
  { each: each(inGroup) },
)

export const beforeAll = (work: Work) => void before.push(work)
export const afterAll = skipped
export const beforeEach = (work: Work) => void group.beforeEach.push(work)
export const afterEach = (work: Work) => void group.afterEach.push(work)
