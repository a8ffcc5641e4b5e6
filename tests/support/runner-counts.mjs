import { readFileSync } from 'node:fs'

/**
 * @typedef {{ ok: boolean, passed?: number, failed?: number, skipped?: number, again?: string[] }} Counts
 * Without a report no counts. `again`: passed only at their second try.
 */

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

function judge(exit, passed, failed, skipped, again) {
  if (passed + failed + skipped === 0) console.error('No test ran: a step without tests proves nothing.')
  return { ok: exit === 0 && failed === 0 && skipped === 0 && passed > 0, passed, failed, skipped, again }
}

/** A file that fails to load counts one. @returns {Counts} */
export function fromVitest(report, exit) {
  const told = read(report)
  if (!told) return { ok: false }
  const unloaded = told.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return judge(
    exit,
    told.numPassedTests,
    told.numFailedTests + unloaded.length,
    told.numPendingTests + told.numTodoTests,
    told.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => test.fullName),
  )
}

/** The specs of a Playwright suite and of those within it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** @returns {Counts} */
export function fromPlaywright(report, exit) {
  const told = read(report)
  if (!told?.stats) return { ok: false }
  const { expected, unexpected, flaky, skipped } = told.stats
  const again = specsOf(told).filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
  return judge(
    exit,
    expected + flaky,
    unexpected,
    skipped,
    again.map((spec) => spec.title),
  )
}
