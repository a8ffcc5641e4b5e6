import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { building } from '#contract/building.ts'
import { upload } from '#contract/upload.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { codeOf, mostOf, signInAt, store, untilWell } from './support/hardship-calls.ts'
import { type Answer, ask } from './support/person.ts'
import { tell } from './support/tell.ts'

const MB = 2 ** 20
const LOOK_MS = 11_000
const WITHOUT_MS = 20_000

/** In memory (root, Linux). */
function smallDisk(mb: number) {
  const place = mkdtempSync(join(tmpdir(), 'fire-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', place])
  const ballast = join(place, 'ballast')
  return {
    place,
    fill: (bytes: number) => writeFileSync(ballast, Buffer.alloc(bytes)),
    /** Leaves no byte. */
    fillWhole() {
      const { bavail, bsize } = statfsSync(place)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(ballast, { force: true }),
    grow: (to: number) => execFileSync('mount', ['-o', `remount,size=${to}m`, place]),
    remove() {
      execFileSync('umount', ['-l', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

async function wholeOf(server: BuiltServer, token: string, urls: readonly string[], bytes: number): Promise<number> {
  let whole = 0
  for (const url of urls) {
    const issued = await ask(server.url, upload.open, { url }, { 'x-auth-token': token })
    const got = await fetch(`${server.url}${issued.body?.data as unknown as string}`)
    if (got.ok && (await got.arrayBuffer()).byteLength > bytes) whole += 1
  }
  return whole
}

const urlOf = (answer: Answer) => answer.body?.data as unknown as string

export async function filesDiskFull(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const disk = smallDisk(48)
  const server = await BuiltServer.start(postgres.url)
  try {
    await server.restart({ FILES_URL: `file:${join(disk.place, 'files')}` })
    const token = await signInAt(server, 'unit01')
    const kept: string[] = []
    const refusals: Answer[] = []
    for (let n = 0; n < 55 && refusals.length < 3; n += 1) {
      const answer = await store(server, token, MB, String(n))
      if (codeOf(answer) === 200) kept.push(urlOf(answer))
      else refusals.push(answer)
    }
    const list = await ask(server.url, building.list, {}, { 'x-auth-token': token })
    const { code, message } = refusals[0]?.body ?? {}
    console.log(
      `files' disk full after ${kept.length} files of 1 MB: ${code} ${message}; a list meanwhile ${codeOf(list)}`,
    )
    const whole = await wholeOf(server, token, kept, MB)
    disk.grow(96)
    const well = await untilWell(() => store(server, token, MB, 'again'))
    tell({ name: 'files disk full: told within', value: mostOf(refusals), unit: 'ms' })
    tell({
      name: 'files disk full: acknowledged files that are not whole',
      value: kept.length - whole,
      unit: '',
      goal: '≤ 0',
    })
    tell({ name: 'files disk full: kept again once there is room', value: well, unit: 'ms', goal: '≤ 5000' })
    const isTold = refusals.length === 3 && refusals.every((one) => codeOf(one) === 503)
    return isTold && codeOf(list) === 200 && kept.length > 0 && kept.length === whole && well < 5_000
  } finally {
    await server.remove()
    disk.remove()
    await postgres.stop()
  }
}

export async function embeddedDiskFull(): Promise<boolean> {
  const disk = smallDisk(1_000)
  const files = mkdtempSync(join(tmpdir(), 'fire-files-'))
  mkdirSync(join(disk.place, 'data'))
  const server = await BuiltServer.start(`file:${join(disk.place, 'data', 'db')}`)
  try {
    await server.restart({ FILES_URL: `file:${files}` })
    const token = await signInAt(server, 'unit01')
    const headers = { 'x-auth-token': token }
    let n = 0
    const write = () => store(server, token, 1_000, `embedded ${n++}`)
    const kept: string[] = []
    const wellAgain = async () => {
      const took = await untilWell(async () => {
        const answer = await write()
        if (codeOf(answer) === 200) kept.push(urlOf(answer))
        return answer
      })
      return took
    }
    await wellAgain()
    disk.fill(550 * MB)
    await later(LOOK_MS)
    const below = await write()
    const list = await ask(server.url, building.list, {}, headers)
    console.log(`embedded, under 500 MB free: a write ${codeOf(below)} ${below.body?.message}, a list ${codeOf(list)}`)
    disk.free()
    const afterFloor = await wellAgain()
    disk.fillWhole()
    const meanwhile: Answer[] = []
    const until = performance.now() + WITHOUT_MS
    while (performance.now() < until) {
      const answer = await write()
      meanwhile.push(answer)
      if (codeOf(answer) === 200) kept.push(urlOf(answer))
      await later(250)
    }
    const codes = new Map<number, number>()
    for (const one of meanwhile) codes.set(codeOf(one), (codes.get(codeOf(one)) ?? 0) + 1)
    const reading = await ask(server.url, building.list, {}, headers)
    console.log(
      `embedded, no byte free: of ${meanwhile.length} writes ${[...codes].map(([code, times]) => `${times} × ${code}`).join(', ')}; ` +
        `a list ${codeOf(reading)} after ${Math.round(reading.ms)} ms`,
    )
    disk.free()
    const afterFull = await wellAgain()
    const whole = await wholeOf(server, token, kept, 1_000)
    tell({ name: 'embedded disk full: refused within', value: mostOf(meanwhile), unit: 'ms', goal: '≤ 30000' })
    tell({
      name: 'embedded disk below its floor: written again once there is room',
      value: afterFloor,
      unit: 'ms',
      goal: '≤ 15000',
    })
    tell({ name: 'embedded disk full to the last byte: written again', value: afterFull, unit: 'ms', goal: '≤ 90000' })
    tell({
      name: `embedded disk full: of ${kept.length} acknowledged files not whole`,
      value: kept.length - whole,
      unit: '',
      goal: '≤ 0',
    })
    const isTold = [...codes.keys()].every((code) => code === 200 || code === 503)
    return codeOf(below) === 503 && codeOf(list) === 200 && isTold && whole === kept.length && afterFull < 90_000
  } finally {
    await server.remove()
    disk.remove()
    rmSync(files, { recursive: true, force: true })
  }
}
