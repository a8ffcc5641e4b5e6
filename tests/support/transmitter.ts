import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { and, asc, eq } from 'drizzle-orm'
import { ingest } from '#contract/ingest.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { createDeframer } from '#server/devices/gateway/deframer.ts'
import { COMMAND, encodeFrame, timeBytes } from '#server/devices/gateway/frame.ts'
import { startGateway } from '#server/devices/gateway/listen.ts'
import type { TestApi } from './api-context.ts'
import { programOf } from './provider-program.ts'

export const ADDRESS = 0x0119_0000_0001
export const CENTRE = 0x0001
const MINUTE = 60_000
const ANSWERS = new Set<number>([COMMAND.confirm, COMMAND.deny])

/** Smoke detector 1.0.7, gauge 11.0.9, pump 11.0.3. */
export async function registered(t: TestApi) {
  const [place] = await t.db
    .select({ id: building.id, projectId: building.openProjectId })
    .from(building)
    .where(and(eq(building.providerId, FIRST_PROVIDER_ID), eq(building.accessStatus, 1)))
    .orderBy(asc(building.id))
    .limit(1)
  const { projectId } = place!
  const program = programOf(t, FIRST_PROVIDER_ID)
  const named = (pointNumber: string, deviceType: number, apiId: number) => ({
    projectId,
    pointNumber,
    deviceNo: `GB${pointNumber}`,
    deviceName: pointNumber,
    deviceType,
    apiId,
  })
  await program.call(ingest.registerPoints, {
    items: [named('1.0.7', 42, 1), named('11.0.9', 140, 17), named('11.0.3', 91, 15)],
  })
  await program.call(ingest.registerTransmitter, { projectId, address: String(ADDRESS), name: '1号传输装置' })
  return place!
}

/** Each piece apart. @throws Error if the gateway logs an error */
export async function talk(t: TestApi, pieces: readonly Uint8Array[], answers: number) {
  const failures = new EventEmitter()
  const error = (details: object, text: string) => void failures.emit('failure', new Error(text, { cause: details }))
  const log: TestApi['deps']['log'] = Object.assign(Object.create(t.deps.log), { error })
  const gateway = await startGateway({ ...t.deps, log }, { host: '127.0.0.1', port: 0 })
  const socket = connect(gateway.port, '127.0.0.1')
  const deframer = createDeframer()
  try {
    const heard = new Promise<{ command: number; serial: number; source: number; destination: number }[]>(
      (resolve, reject) => {
        const got: { command: number; serial: number; source: number; destination: number }[] = []
        failures.once('failure', reject)
        socket.on('error', reject)
        socket.on('close', () => reject(new Error(`closed after ${got.length} answers`)))
        socket.on('data', (chunk) => {
          for (const found of deframer.push(chunk))
            if (found.is === 'frame' && ANSWERS.has(found.frame.command)) {
              const { command, serial, source, destination } = found.frame
              got.push({ command, serial, source, destination })
            }
          if (got.length >= answers) resolve(got)
        })
      },
    )
    const send = async () => {
      for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve))
    }
    const [got] = await Promise.all([heard, send()])
    return got
  } finally {
    socket.removeAllListeners('close')
    socket.destroy()
    await gateway.close()
  }
}

export const two = (value: number) => [value & 0xff, value >> 8]
export const four = (value: number) => [...two(value & 0xffff), ...two(value >>> 16)]
export const ago = (t: TestApi, minutes: number) => new Date(t.clock.now().getTime() - minutes * MINUTE)

interface Component {
  readonly system: number
  readonly type: number
  readonly address: number
}

export const statusUnit = ({ system, type, address }: Component, word: number, at: Date) => [
  2,
  1,
  system,
  0,
  type,
  ...four(address),
  ...two(word),
  ...Array.from({ length: 31 }, () => 0),
  ...timeBytes(at),
]
export const status = (at: Date, system: number, type: number, address: number, ...bits: number[]) => {
  const word = bits.reduce((sum, bit) => sum + (1 << bit), 0)
  return statusUnit({ system, type, address }, word, at)
}
export const frame = (t: TestApi, serial: number, unit: number[], change: object = {}) =>
  encodeFrame({
    serial,
    mainVersion: 1,
    userVersion: 0,
    time: t.clock.now(),
    source: ADDRESS,
    destination: CENTRE,
    command: COMMAND.send,
    unit: Uint8Array.from(unit),
    ...change,
  })
