import { promisifyRequest } from 'idb-keyval'
import { FAULTS_PATH, type DeviceClass } from '#contract/fault.rules.ts'
import { faultOf, framesIn, isExpected, messageOf, textOf } from '#app/faults/fault-of-error.ts'
import { isIdle, isKeptFaults, type KeptFaults, NO_FAULTS, sendFaults, withFault } from '#app/faults/kept-faults.ts'
import { closingStore } from '#app/lib/closing-store.ts'

declare const self: ServiceWorkerGlobalScope
declare const CLIENT_BUILD: string
declare const WORKER_SCRIPT: string

const DATABASE = 'fire-worker-faults'
const STORE = 'values'
const KEY = 'faults'
const ROUTE = '/*'
const SEND_MS = 1000
const FIRST_MS = 5000
const NOTED_MOST = 100
const PLACE = /\/(sw\.js):(\d+):(\d+)/g
const UNREACHABLE = /^(Failed to fetch|NetworkError|Load failed)/

const use = closingStore(DATABASE, STORE)

async function read(): Promise<KeptFaults> {
  const kept = await use('readonly', (store) => promisifyRequest<unknown>(store.get(KEY)))
  return isKeptFaults(kept) ? kept : NO_FAULTS
}

const write = (kept: KeptFaults): Promise<void> =>
  use('readwrite', (store) => {
    if (isIdle(kept)) store.delete(KEY)
    else store.put(kept, KEY)
    return promisifyRequest(store.transaction)
  })

function deviceClass(): DeviceClass {
  const { userAgent } = self.navigator
  return /Mobi/.test(userAgent) ? 'phone' : /Android|iPad/.test(userAgent) ? 'tablet' : 'desktop'
}

const isUnreachable = (error: unknown) => textOf(error, 'name') === 'TypeError' && UNREACHABLE.test(messageOf(error))

let before: Promise<unknown> = Promise.resolve()

function inTurn(work: () => Promise<void>): void {
  before = before.then(work).catch(() => undefined)
}

const send = () => inTurn(() => sendFaults(FAULTS_PATH, deviceClass(), { read, write }))

let noted = 0
let timer: ReturnType<typeof setTimeout> | undefined

function note(error: unknown): void {
  if (isExpected(error) || isUnreachable(error) || (noted += 1) > NOTED_MOST) return
  const frames = framesIn(textOf(error, 'stack'), PLACE).map((frame) => frame.replace('sw.js', WORKER_SCRIPT))
  inTurn(async () =>
    write(withFault(await read(), { ...faultOf('worker', error, frames), route: ROUTE, build: CLIENT_BUILD })),
  )
  timer ??= setTimeout(() => {
    timer = undefined
    send()
  }, SEND_MS)
}

async function sendKept(): Promise<void> {
  const all = await indexedDB.databases().catch(() => [])
  if (all.some(({ name }) => name === DATABASE)) send()
}

self.addEventListener('error', ({ error, message }) => note(error ?? message))
self.addEventListener('unhandledrejection', ({ reason }) => note(reason))
self.addEventListener('online', () => void sendKept())
setTimeout(() => void sendKept(), FIRST_MS)
