import { existsSync, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isConnectionLoss } from '#server/platform/db/errors.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { buildPrograms, ChildProgram, type ChildPrograms } from '../../support/child-program.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

// Possibly on busy machines.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Said = { kind: 'open' } | { kind: 'kept'; mark: string } | { kind: 'refused'; reason: string } | { kind: 'exited' }

const rounds = 20
const longest = 240_000
let programs: ChildPrograms
let place: string

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'fire-durability-'))
  programs = await buildPrograms({ writer: 'tests/api/durability/writer-program.ts' })
})

afterAll(() => {
  programs.remove()
  rmSync(place, { recursive: true, force: true })
})

async function killAfter(writer: ChildProgram, count: number): Promise<string[]> {
  const marks: string[] = []
  const hear = async (): Promise<boolean> => {
    const said = await writer.hear<Said>()
    if (said.kind === 'kept') marks.push(said.mark)
    return said.kind === 'kept'
  }
  while (marks.length < count && (await hear()));
  await writer.kill()
  while (await hear());
  return marks
}

test(
  'twenty kills during acknowledged writes lose none of them, and a second process is rejected at once each time',
  { timeout: longest },
  async () => {
    const directory = join(place, 'db')
    const acknowledged: string[] = []
    let refused = 0
    for (let round = 0; round < rounds; round += 1) {
      const writer = new ChildProgram(programs.file('writer'), [root, directory])
      expect(await writer.hear<Said>()).toEqual({ kind: 'open' })

      const refusal = await openDatabase(`file:${directory}`, { log, root }).catch((error: unknown) => String(error))
      expect(refusal).toContain(`${directory} is already open in process ${writer.process.pid}`)
      expect(refusal).not.toContain('\n')
      refused += 1

      const marks = await killAfter(writer, 10 + ((round * 37) % 90))
      expect(marks.length).toBeGreaterThan(0)
      acknowledged.push(...marks)
    }

    const opened = await openDatabase(`file:${directory}`, { log, root })
    const { rows } = await opened.pool.query<{ mark: string }>('select mark from kept')
    await opened.close()
    const kept = new Set(rows.map((row) => row.mark))
    const missing = acknowledged.filter((mark) => !kept.has(mark))
    console.log(
      `${rounds} × kill -9: ${acknowledged.length} rows acknowledged, ${missing.length} missing; second opener refused ${refused} of ${rounds}`,
    )
    expect(missing).toEqual([])
  },
)

test('a first start killed while it creates the database does not stop the next one', async () => {
  const above = join(place, 'half-made')
  const directory = join(above, 'db')
  mkdirSync(above)
  const isMaking = new Promise<void>((resolve) => {
    const watcher = watch(above, (_event, name) => {
      if (name !== 'db.making') return
      watcher.close()
      resolve()
    })
  })
  const first = new ChildProgram(programs.file('writer'), [root, directory])
  await isMaking
  await first.kill()
  expect(existsSync(directory)).toBe(false)
  const opened = await openDatabase(`file:${directory}`, { log, root })
  await opened.pool.query('select 1')
  await opened.close()
})

test('a directory with other content remains unchanged', async () => {
  await expect(openDatabase(`file:${place}`, { log, root })).rejects.toThrow('holds no database')
})

test('a closed database opens again at once, in this process too', async () => {
  const directory = join(place, 'db')
  const first = await openDatabase(`file:${directory}`, { log, root })
  await expect(openDatabase(`file:${directory}`, { log, root })).rejects.toThrow(`process ${process.pid}`)
  await first.close()
  const second = await openDatabase(`file:${directory}`, { log, root })
  expect(second.hasRoom()).toBe(true)
  await second.close()
})

test('an endless query is cancelled, and the database restarts with all its data', async () => {
  const opened = await openDatabase(`file:${join(place, 'db')}`, { log, root, stallAfterMillis: 2_000 })
  await opened.pool.query(`insert into kept (mark) values ('before the stall')`)
  const endless = opened.pool.query('with recursive n as (select 1 union all select * from n) select count(*) from n')
  const next = opened.pool.query(`select mark from kept where mark = 'before the stall'`)
  expect(isConnectionLoss(await endless.catch((error: unknown) => error))).toBe(true)
  expect((await next).rows).toEqual([{ mark: 'before the stall' }])
  await opened.close()
})
