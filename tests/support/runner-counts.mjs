import { readFileSync } from 'node:fs'

/**
 * @typedef {{ ok: boolean, passed?: number, failed?: number, skipped?: number }} Counts
 * A runner that left no report (it never started) has `ok: false` and no counts.
 */

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

function judge(exit, passed, failed, skipped) {
  if (passed + failed + skipped === 0) console.error('No test ran: a step without tests proves nothing.')
  return { ok: exit === 0 && failed === 0 && skipped === 0 && passed > 0, passed, failed, skipped }
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
  )
}

/** @returns {Counts} */
export function fromPlaywright(report, exit) {
  const stats = read(report)?.stats
  if (!stats) return { ok: false }
  return judge(exit, stats.expected, stats.unexpected + stats.flaky, stats.skipped)
}
