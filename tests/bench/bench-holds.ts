import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as later } from 'node:timers/promises'
import { inspectUpload } from '#server/platform/files/inspect-upload.ts'
import { readSheet } from '#server/platform/files/read-sheet.ts'
import { HOSTILE_UPLOADS } from '../support/heavy-uploads.ts'
import { HOSTILE_TABLES } from '../support/hostile-tables.ts'
import { medianOf, tell } from './support/tell.ts'

const MOST_ROWS = 5_001
/** The collector runs at any time: the least counts. */
const TRIES = 3
const GOAL_MS = 100

/** Other programs do not count. Linux. */
const processorMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Without leaving a turn to others, ms. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  let most = 0
  let last = processorMs()
  const watching = (async () => {
    while (!over.signal.aborted) {
      await nextTurn()
      const now = processorMs()
      most = Math.max(most, now - last)
      last = now
    }
  })()
  await nextTurn()
  most = 0
  last = processorMs()
  await work().catch(() => undefined)
  await nextTurn()
  over.abort()
  await watching
  await later(1)
  return most
}

/** Per hostile file, without server and network. */
export async function benchHolds(): Promise<boolean> {
  const all = [
    ...HOSTILE_TABLES.map(({ what, file }) => () => {
      const bytes = Buffer.from(file() as string)
      return { what, work: () => readSheet(bytes, MOST_ROWS) as Promise<unknown> }
    }),
    ...HOSTILE_UPLOADS.map(({ what, file }) => () => {
      const bytes = file()
      return { what, work: () => inspectUpload(bytes) as Promise<unknown> }
    }),
  ]
  const holds: number[] = []
  for (const make of all) {
    const { what, work } = make()
    let least = Infinity
    for (let n = 0; n < TRIES; n += 1) least = Math.min(least, await longestHold(work))
    holds.push(least)
    console.log(`${what}: held the process for ${least.toFixed(1)} ms at a stretch`)
  }
  tell({ name: `hostile files: median hold of ${all.length}`, value: medianOf(holds), unit: 'ms' })
  tell({ name: 'hostile files: longest hold', value: Math.max(...holds), unit: 'ms', goal: `≤ ${GOAL_MS}` })
  return holds.every((ms) => ms <= GOAL_MS)
}
