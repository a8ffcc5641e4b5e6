import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lightBeacon } from '#server/platform/db/lock-beacon.ts'
import { DirectoryLockedError, lockDirectory } from '#server/platform/db/lock-directory.ts'
import { buildPrograms, ChildProgram, type ChildPrograms } from '../../support/child-program.ts'

// Possibly on busy machines.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Said = { kind: 'here' | 'won' | 'refused' | 'failed' | 'released' | 'exited' }

let programs: ChildPrograms
let place: string
let directory: string
let file: string

beforeAll(async () => {
  programs = await buildPrograms({ contender: 'tests/api/durability/contender-program.ts' })
})

afterAll(() => programs.remove())

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fire-lock-'))
  directory = join(place, 'db')
  file = `${directory}.lock`
  return () => rmSync(place, { recursive: true, force: true })
})

async function wreckage(changes: object = {}): Promise<string> {
  const lock = await lockDirectory(directory)
  const record = JSON.parse(readFileSync(file, 'utf8')) as object
  await lock.release()
  return JSON.stringify({ ...record, beacon: '', ...changes })
}

// Above every process id.
const deadPid = 2 ** 30

/** Returns the files left. */
async function takeOver(): Promise<{ meanwhile: unknown; left: string[] }> {
  const lock = await lockDirectory(directory)
  const meanwhile = await lockDirectory(directory).catch((error: unknown) => error)
  await lock.release()
  return { meanwhile, left: readdirSync(place) }
}

const takenOver = { meanwhile: expect.any(DirectoryLockedError), left: [] }

describe('a lock left behind', () => {
  test('is taken over when its process is dead', async () => {
    writeFileSync(file, await wreckage({ pid: deadPid }))
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is taken over when its process id was given to another process since', async () => {
    writeFileSync(file, await wreckage({ started: '1' }))
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is taken over when the machine was restarted since', async () => {
    writeFileSync(file, await wreckage({ boot: 'an earlier one' }))
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is taken over when a power cut left it empty', async () => {
    writeFileSync(file, '')
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is taken over when the process that was taking it over died, too', async () => {
    const claim = await wreckage({ pid: deadPid, token: 'second' })
    writeFileSync(file, await wreckage({ pid: deadPid, token: 'first' }))
    writeFileSync(`${file}.first`, claim)
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is not changed while a live process is taking it over', async () => {
    const claim = await wreckage({ token: 'second' })
    writeFileSync(file, await wreckage({ pid: deadPid, token: 'first' }))
    writeFileSync(`${file}.first`, claim)
    await expect(lockDirectory(directory)).rejects.toThrow('already open')
  })
})

describe('a lock of another container or machine', () => {
  test('is held while its holder writes a heartbeat, and no longer', async () => {
    const beacon = await lightBeacon(join(place, 'sign.sock'))
    writeFileSync(file, await wreckage({ namespace: 'another', host: 'web-2', pid: deadPid, beacon: 'sign.sock' }))
    await expect(lockDirectory(directory)).rejects.toThrow('of web-2')
    await beacon?.put()
    expect(await takeOver()).toEqual(takenOver)
  })

  test('is held when the state of its holder is unknown, and the error says what to do', async () => {
    writeFileSync(file, await wreckage({ boot: 'another', host: 'web-2' }))
    await expect(lockDirectory(directory)).rejects.toThrow(`delete ${file} if that machine or container is gone`)
    expect(existsSync(file)).toBe(true)
  })
})

test('of six processes that find a dead lock concurrently exactly one gets it, a hundred times', async () => {
  const contenders = Array.from({ length: 6 }, () => new ChildProgram(programs.file('contender'), [directory]))
  try {
    await Promise.all(contenders.map((one) => one.hear<Said>()))
    const stale = await wreckage({ pid: deadPid })
    const winners: number[] = []
    for (let round = 0; round < 100; round += 1) {
      writeFileSync(file, stale)
      for (const one of contenders) one.tell({ kind: 'try' })
      const said = await Promise.all(contenders.map(async (one) => (await one.hear<Said>()).kind))
      expect(said).not.toContain('failed')
      winners.push(said.filter((kind) => kind === 'won').length)
      for (const one of contenders) one.tell({ kind: 'release' })
      await Promise.all(contenders.map((one) => one.hear<Said>()))
    }
    console.log(
      `six contenders for a dead lock, ${winners.length} rounds: winners a round ${[...new Set(winners)].join(', ')}`,
    )
    expect(winners.every((count) => count === 1)).toBe(true)
    expect(readdirSync(place)).toEqual([])
  } finally {
    await Promise.all(contenders.map((one) => one.kill()))
  }
})
