import type { OutboxEnvironment } from '#app/offline/outbox/outbox-environment.ts'
import { createOutbox, type Outbox } from '#app/offline/outbox/outbox.ts'
import { CALL, lastDoneInMemory } from './outbox-fixtures.ts'
import { openOutboxStore, type OutboxStore } from '#app/offline/outbox/outbox-store.ts'
import type { Delivery, UnsentWrite, WriteDraft } from '#app/offline/outbox/unsent-write.ts'

type Save = (write: UnsentWrite) => Promise<void>
type Answer = Delivery | ((write: UnsentWrite, save: Save) => Promise<Delivery>)

export const DONE = { kind: 'done', data: { version: 2 }, words: '操作成功' } as const
export const BUSY = { kind: 'later', reason: '系统异常', all: false } as const
export const OFFLINE = { kind: 'later', reason: '离线', all: true } as const
export const REFUSED = { kind: 'refused', code: 409, reason: '已被他人修改', fields: { floor: '楼层不行' } } as const
export const STOPPED = { kind: 'stopped' } as const

let accounts = 0

export class OutboxPage {
  readonly uid: string
  readonly store: OutboxStore
  readonly outbox: Outbox
  now = 1_000_000
  random = 1
  /** Then every attempt succeeds. */
  answers: Answer[] = []
  readonly tried: unknown[] = []
  readonly writes: UnsentWrite[] = []
  readonly changes: Parameters<OutboxEnvironment['changed']>[] = []
  readonly timers = new Set<{ readonly ms: number; readonly work: () => void }>()
  readonly lastDone = lastDoneInMemory()
  lock = async (work: () => Promise<void>): Promise<boolean> => {
    await work()
    return true
  }
  private keys = 0

  constructor(uid = `account ${(accounts += 1)}`) {
    this.uid = uid
    this.store = openOutboxStore(uid)
    this.outbox = createOutbox({
      store: this.store,
      deliver: async (write, save) => {
        this.tried.push(write.input.tap)
        this.writes.push(write)
        const answer = this.answers.shift() ?? DONE
        return typeof answer === 'function' ? answer(write, save) : answer
      },
      now: () => this.now,
      random: () => this.random,
      newKey: () => `key ${(this.keys += 1)}`,
      lastDone: this.lastDone,
      withLock: (work) => this.lock(work),
      later: (work, ms) => {
        const timer = { work, ms }
        this.timers.add(timer)
        return () => this.timers.delete(timer)
      },
      changed: (...change) => void this.changes.push(change),
    })
  }

  draft(tap: number | string, thing = 'point:1', more: Partial<WriteDraft> = {}): WriteDraft {
    return { uid: this.uid, call: CALL, input: { tap }, thing, label: '编辑点位', ...more }
  }

  /** Of an earlier page. */
  async keep(...rows: readonly (Partial<UnsentWrite> & { readonly tap: number | string })[]): Promise<void> {
    for (const { tap, ...row } of rows) {
      const fresh = { key: `kept ${tap}`, schema: 1, files: [], tappedAt: 0, attempts: 0, nextAt: 0 }
      await this.store.add({ ...this.draft(tap), state: 'waiting', ...fresh, ...row })
    }
  }

  async rows<K extends keyof UnsentWrite>(...names: K[]): Promise<unknown[][]> {
    return (await openOutboxStore(this.uid).all()).map((row) => [row.input.tap, ...names.map((name) => row[name])])
  }

  waits = () => Array.from(this.timers, ({ ms }) => ms)

  async elapse(): Promise<void> {
    const [timer, ...others] = this.timers
    if (!timer || others.length > 0) throw new Error(`waits: ${this.waits().join()}`)
    this.timers.delete(timer)
    this.now += timer.ms
    timer.work()
    await this.outbox.flush()
  }
}

export function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => (open = resolve))
  return { opened, open: (value) => open(value) }
}

/** Runs all work that needs no timer. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
