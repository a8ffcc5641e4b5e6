import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

const expected: RegExp[] = []
let heard: string[] = []

/** Says that this test makes the console speak: each pattern must be heard, and covers every message it matches. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns)
}

/** For msw's `onUnhandledRequest`: a request nobody answers fails the test that sent it. */
export function unansweredRequest(request: Request): void {
  heard.push(`nobody answers ${request.method} ${request.url}`)
}

const { error, warn } = console

beforeEach(() => {
  expected.length = 0
  heard = []
  console.error = (...parts: unknown[]) => void heard.push(`console.error: ${format(...parts)}`)
  console.warn = (...parts: unknown[]) => void heard.push(`console.warn: ${format(...parts)}`)
})

afterEach(() => {
  Object.assign(console, { error, warn })
  const surprises = heard.filter((message) => !expected.some((pattern) => pattern.test(message)))
  if (surprises.length > 0) throw new Error(`The test did not expect this:\n${surprises.join('\n')}`)
  const silent = expected.filter((pattern) => !heard.some((message) => pattern.test(message)))
  if (silent.length > 0) throw new Error(`The test expected the console to say ${silent.join(', ')}; it did not.`)
})
