// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { callBatch } from '#contract/call-batch.ts'
import { group } from '#contract/endpoint.ts'
import { bundle } from '#contract/bundle.ts'
import { point } from '#contract/point.ts'
import { upload } from '#contract/upload.ts'
import { prefetch } from '#app/prefetch/prefetch.ts'
import type { FirstCalls } from '#app/prefetch/first-calls.ts'
import { noteAnswer, noteSilence, noteSlow } from '#app/offline/connection.ts'
import { withOutbox, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { saveOffline } from '#app/offline/bundles/account-bundles.ts'
import { sendRead } from '#app/data/call-batch.ts'
import { listenToCalls, send } from '#app/session/send.ts'
import { currentSession, forgetSession, startSession } from '#app/session/session.ts'
import { breakStorage, hastenLimits, installLocks, STORAGES } from './browser-parts.ts'
import { FAULTS, openFaultServer } from './fault-server.ts'

const { read, batched } = group('faults', {
  read: {
    method: 'GET',
    path: '/unit/read',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({}),
    output: v.object({ name: v.string() }),
    summary: '',
  },
  batched: {
    method: 'GET',
    path: '/unit/batched',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({}),
    output: v.object({ name: v.string() }),
    summary: '',
  },
})

const FIRST: FirstCalls = [['/socialData', ['t', 'faults.batched?']]]

const part = (name: string, json: string) => ({
  name,
  label: name,
  digest: `d-${name}`,
  bytes: json.length,
  note: null,
})
const effects: string[] = []
const server = await openFaultServer((path, key) => {
  if (path === point.edit.path) {
    effects.push(key)
    return null
  }
  if (path === upload.store.path) return `/file/${'a'.repeat(43)}`
  if (path === point.export.path) return '/download/1'
  if (path === bundle.contents.path)
    return { buildingId: '7', name: '静安大楼', days: 7, parts: [part('detail', '{}'), part('must', '[]')] }
  if (path === callBatch.read.path) return { answers: [{ code: 200, message: '', msg: '', data: { name: '甲' } }] }
  if (path === bundle.parts.path)
    return ['detail', 'must'].map((name) => ({ name, digest: `d-${name}`, json: '[]', note: null }))
  return { name: '甲' }
})

let accounts = 0
let signOuts = 0
const locks = installLocks()
beforeAll(() => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`${server.origin}/socialData`)
  hastenLimits()
  listenToCalls({ onSignedOut: () => (signOuts += 1), onAnswer: noteAnswer, onSilence: noteSilence, onSlow: noteSlow })
})
afterAll(() => {
  forgetSession()
  vi.unstubAllGlobals()
  server.close()
})

const edit = (files: { blob: Blob; name: string }[]) =>
  writeQueued(point.edit, { id: '1', floor: '1' } as never, { thing: 'point:1', label: '编辑点位', files })
const blob = new Blob(['photo'], { type: 'image/jpeg' })

/** Path, action and effect after recovery. */
const KINDS = {
  read: { path: read.path, act: () => send(read, {}), effects: 0 },
  'queued write': { path: point.edit.path, act: () => edit([]), effects: 1 },
  upload: { path: upload.store.path, act: () => edit([{ blob, name: 'a.jpg' }]), effects: 1 },
  export: {
    path: point.export.path,
    act: () => send(point.export, { openProjectId: 'p', provideKey: 'k' } as never),
    effects: 0,
  },
  'early call': {
    path: callBatch.read.path,
    act() {
      window.prefetched = prefetch(FIRST)
      return sendRead(batched, {})
    },
    effects: 0,
  },
  pack: { path: bundle.parts.path, act: () => saveOffline('7'), effects: 0 },
} as const

const ENDED = Symbol('ended')
const HANGS = 'hangs'
/** Pending work then never ends. */
const WATCH_MS = 12_000
const realTimeout = globalThis.setTimeout

async function outcomeOf(act: () => Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = new Promise((resolve) => (timer = realTimeout(() => resolve(HANGS), WATCH_MS)))
  const ended = await Promise.race([
    act().then(
      () => ENDED,
      () => undefined,
    ),
    watch,
  ])
  clearTimeout(timer)
  return ended
}

async function comesAbout(isSo: () => boolean): Promise<boolean> {
  const turns = WATCH_MS / 20
  for (let turn = 0; turn < turns && !isSo(); turn += 1) await new Promise((resolve) => realTimeout(resolve, 20))
  return isSo()
}

/** A shortened limit may pass on a busy machine. */
const TRIES = 5

const counts = { cells: 0, overLimit: 0, lost: 0, doubled: 0, signOuts: 0, locksHeld: 0 }

async function cell(kind: keyof typeof KINDS, fault: (typeof FAULTS)[number], storage: (typeof STORAGES)[number]) {
  const { path, act, effects: wanted } = KINDS[kind]
  effects.length = 0
  signOuts = 0
  // The outbox keeps the connection it opens then.
  const giveBack = breakStorage(storage)
  startSession('token', { id: String((accounts += 1)), role: 'unit', lawCompanyId: '9' } as Parameters<
    typeof startSession
  >[1])
  const found = { overLimit: 0, lost: 0, doubled: 0, signOuts: 0, locksHeld: 0 }
  server.break(path, fault)
  let first = await outcomeOf(act)
  // May have hit a shortened limit.
  const tries = kind === 'pack' && storage === 'healthy' ? TRIES : 1
  for (let turn = 1; turn < tries && server.met() === 0; turn += 1) first = await outcomeOf(act)
  if (first === HANGS) found.overLimit += 1
  // By the outbox, or the user.
  const isPending =
    kind === 'queued write' || kind === 'upload' ? effects.length === 0 || first !== ENDED : first !== ENDED
  const met = (kind === 'pack' && storage !== 'healthy') || (await comesAbout(() => server.met() > 0))
  // The lock is free during the fault.
  if (!(await comesAbout(() => locks.held() === 0))) found.locksHeld += 1
  server.mend()
  if (wanted > 0 && first === ENDED) {
    const drain = async () => {
      for (let turn = 0; turn < TRIES; turn += 1)
        await withOutbox((outbox) => outbox.flush(true)).catch(() => undefined)
    }
    if ((await outcomeOf(drain)) === HANGS) found.overLimit += 1
  } else if (isPending && first !== HANGS) {
    // Without storage no bundle.
    const mustWork = kind !== 'pack' || storage === 'healthy'
    let again: unknown
    for (let turn = 0; turn < TRIES && again !== ENDED && again !== HANGS; turn += 1) again = await outcomeOf(act)
    if (again === HANGS) found.overLimit += 1
    else if (again !== ENDED && mustWork) found.lost += 1
  }
  if (!(await comesAbout(() => effects.length >= wanted))) found.lost += 1
  if (effects.length > wanted) found.doubled += 1
  if (signOuts > 0 || currentSession() === null) found.signOuts += 1
  if (!(await comesAbout(() => locks.held() === 0))) found.locksHeld += 1
  giveBack()
  delete window.prefetched
  return { met, ...found }
}

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'a %s ends within its limits under every fault and storage: nothing is lost, duplicated, signed out or locked',
  async (kind) => {
    const wrong: string[] = []
    for (const storage of STORAGES)
      for (const fault of FAULTS) {
        const { met, ...found } = await cell(kind, fault, storage)
        counts.cells += 1
        for (const [name, times] of Object.entries(found)) counts[name as keyof typeof counts] += times
        const what = Object.entries(found).flatMap(([name, times]) => (times > 0 ? [name] : []))
        if (!met) what.push('the fault was not met')
        if (what.length > 0) wrong.push(`${fault}, storage ${storage}: ${what.join(', ')}`)
      }
    process.stdout.write(`${kind}: ${JSON.stringify(counts)} so far\n`)
    expect(wrong).toEqual([])
  },
  600_000,
)
