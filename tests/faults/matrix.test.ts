// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { group } from '#contract/endpoint.ts'
import { pack } from '#contract/pack.ts'
import { point } from '#contract/point.ts'
import { upload } from '#contract/upload.ts'
import { askFirst } from '#app/early/ask-first.ts'
import { firstQuestion } from '#app/early/first-question.ts'
import { noteAnswer, noteSilence, noteSlow } from '#app/offline/connection.ts'
import { withOutbox, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { takeAlong } from '#app/offline/packs/account-packs.ts'
import { listenToCalls, send } from '#app/session/send.ts'
import { currentSession, forgetSession, startSession } from '#app/session/session.ts'
import { breakStorage, hastenLimits, installLocks, STORAGES } from './browser-parts.ts'
import { FAULTS, openFaultServer } from './fault-server.ts'

const { read, dashboard } = group('faults', {
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
  dashboard: {
    method: 'GET',
    path: '/field/v1/dashboard',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ lawCompanyId: v.string(), buildingId: v.string(), parts: v.string() }),
    output: v.object({ name: v.string() }),
    summary: '',
  },
})

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
  if (path === pack.contents.path)
    return { buildingId: '7', name: '静安大楼', days: 7, parts: [part('detail', '{}'), part('must', '[]')] }
  if (path === pack.parts.path)
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

/** A kind of call: the path that is broken, what a person does, and what must have happened once it is well again. */
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
    path: dashboard.path,
    act() {
      window.earlyAnswer = askFirst()
      const [, asked = ''] = firstQuestion('/socialData', '', { role: 'unit', lawCompanyId: '9' })?.split('?') ?? []
      return send(dashboard, Object.fromEntries(new URLSearchParams(asked)) as never)
    },
    effects: 0,
  },
  pack: { path: pack.parts.path, act: () => takeAlong('7'), effects: 0 },
} as const

const ENDED = Symbol('ended')
const HANGS = 'hangs'
/** Far beyond every limit: what has not ended by then waits for good. */
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

/** Waits for what must come about. @returns whether it did */
async function comesAbout(isSo: () => boolean): Promise<boolean> {
  const turns = WATCH_MS / 20
  for (let turn = 0; turn < turns && !isSo(); turn += 1) await new Promise((resolve) => realTimeout(resolve, 20))
  return isSo()
}

/** A busy machine may let a hastened limit pass once more; who tries again gets through. */
const TRIES = 5

const counts = { cells: 0, overLimit: 0, lost: 0, doubled: 0, signOuts: 0, locksHeld: 0 }

async function cell(kind: keyof typeof KINDS, fault: (typeof FAULTS)[number], storage: (typeof STORAGES)[number]) {
  const { path, act, effects: wanted } = KINDS[kind]
  effects.length = 0
  signOuts = 0
  startSession('token', { id: String((accounts += 1)), role: 'unit', lawCompanyId: '9' } as Parameters<
    typeof startSession
  >[1])
  const giveBack = breakStorage(storage)
  const found = { overLimit: 0, lost: 0, doubled: 0, signOuts: 0, locksHeld: 0 }
  server.break(path, fault)
  let first = await outcomeOf(act)
  // The call before the broken one may have met a hastened limit.
  const tries = kind === 'pack' && storage === 'healthy' ? TRIES : 1
  for (let turn = 1; turn < tries && server.met() === 0; turn += 1) first = await outcomeOf(act)
  if (first === HANGS) found.overLimit += 1
  // What the person does not know to be done is tried again by the outbox, or by the person where nothing was kept.
  const isPending =
    kind === 'queued write' || kind === 'upload' ? effects.length === 0 || first !== ENDED : first !== ENDED
  const met = (kind === 'pack' && storage !== 'healthy') || (await comesAbout(() => server.met() > 0))
  // While the fault lasts: a call that never ends must not keep the lock.
  if (!(await comesAbout(() => locks.held() === 0))) found.locksHeld += 1
  server.mend()
  if (wanted > 0 && first === ENDED) {
    const drain = async () => {
      for (let turn = 0; turn < TRIES; turn += 1)
        await withOutbox((outbox) => outbox.flush(true)).catch(() => undefined)
    }
    if ((await outcomeOf(drain)) === HANGS) found.overLimit += 1
  } else if (isPending && first !== HANGS) {
    // Without storage nothing can be taken along; everything else must work.
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
  delete window.earlyAnswer
  return { met, ...found }
}

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'a %s ends within its limits under every fault and storage: nothing is lost, doubled, signed out or locked',
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
