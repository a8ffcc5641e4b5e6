import { CallError } from '#app/lib/call.ts'
import { classifyFailure } from '#app/offline/outbox/classify-failure.ts'
import { createOutbox, type Outbox } from '#app/offline/outbox/outbox.ts'
import type { Delivery, Outcome, UnsentWrite, WriteDraft } from '#app/offline/outbox/unsent-write.ts'
import { CALL, lastDoneInMemory, type WatchedStore } from './outbox-fixtures.ts'
import { type Fault, PEOPLE, Server, type Step, type Uid } from './outbox-history.ts'

const never = new Promise<never>(() => undefined)

interface Expected {
  readonly tap: UnsentWrite
  attempts: number
  nextAt: number
  reason: string | undefined
  state: 'waiting' | 'refused'
  addresses: number
  /** Until the next answer. */
  wasRefused: boolean
}

/** The service worker's place among the tabs. */
const WORKER = 2

/** Two tabs and the service worker, two users, a faulty network; rows are compared after each step. */
export class Device {
  now = 1_000_000
  uid: Uid = '甲'
  private isCalm = false
  readonly server = new Server()
  readonly keptTaps: { uid: Uid; thing: string; tap: number }[] = []
  /** With the user informed. */
  readonly settledTaps = new Set<number>()
  private readonly expected = new Map<string, Expected>()
  private taps = 0
  /** It goes with its page. */
  private unstored: { draft: WriteDraft; page: Outbox } | undefined
  private readonly stores: Readonly<Record<Uid, WatchedStore>>
  private readonly answered = new Set<string>()
  private readonly lastDone = { 甲: lastDoneInMemory(), 乙: lastDoneInMemory() }
  private readonly tabs: (Outbox | null)[] = [null, null, null]
  private readonly timers: Set<{ at: number; work: () => void }>[] = [new Set(), new Set(), new Set()]
  private readonly isEager = [false, false, false]
  private tried: string[] = []
  private sending = new Set<string>()
  private readonly wrongs: unknown[] = []
  private holder: object | null = null
  private readonly waitingForLock: (() => void)[] = []
  /** Takes the lock before the tab of the tap. */
  private firstSender = 0

  constructor(
    private readonly faults: Fault[],
    private readonly must: (actual: unknown, expected: unknown) => void,
    openStore: (uid: Uid) => WatchedStore,
  ) {
    this.stores = { 甲: openStore('甲'), 乙: openStore('乙') }
  }

  private page(tab: number): Outbox {
    const open = this.tabs[tab]
    if (open) return open
    const uid = this.uid
    const store = this.stores[uid]
    const self = {}
    const timers = new Set<{ at: number; work: () => void }>()
    this.timers[tab] = timers
    this.isEager[tab] = false
    const isGone = () => this.tabs[tab] !== outbox
    const outbox: Outbox = createOutbox({
      store,
      now: () => this.now,
      random: () => 0.5,
      newKey: () => `${uid}-${(this.taps += 1)}-key`,
      lastDone: this.lastDone[uid],
      later: (work, ms) => {
        if (tab === WORKER) return () => undefined
        const timer = { at: this.now + ms, work }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      changed: (key, outcome) => {
        if (key && outcome) this.tabs.forEach((other, at) => at !== tab && void other?.onRemoteOutcome(key, outcome))
      },
      withLock: async (work) => {
        if (tab === 0 && this.firstSender !== 0) {
          const sender = this.firstSender
          this.firstSender = 0
          const other = this.page(sender)
          this.isEager[sender] = true
          void other.flush(true)
          if (this.holder) await new Promise<void>((resolve) => this.waitingForLock.push(resolve))
          this.tried = []
          this.sending = new Set()
        }
        if (this.holder || isGone()) return false
        this.holder = self
        try {
          await work()
        } finally {
          if (this.holder === self) this.release()
        }
        return true
      },
      deliver: (write, save) => {
        if (isGone()) return never
        this.holds(() => this.checkTry(write, tab))
        const { sending } = this
        sending.add(write.key)
        return this.deliver(write, save, tab).finally(() => sending.delete(write.key))
      },
    })
    this.tabs[tab] = outbox
    return outbox
  }

  private release(): void {
    this.holder = null
    for (const proceed of this.waitingForLock.splice(0)) proceed()
  }

  /** In order, in time, never refused. */
  private checkTry(write: UnsentWrite, tab: number): void {
    if (this.uid !== write.uid) return
    const isKept = write.seq !== 0
    const expected = this.expected.get(write.key)
    if (!isKept || !expected) return
    this.must(write, this.rowOf(expected, write.seq))
    this.must(expected.state, 'waiting')
    this.must([this.answered.has(write.key), write.key], [false, write.key])
    if (!this.isEager[tab]) this.must(write.nextAt <= this.now, true)
    this.must(this.tried.includes(write.key), false)
    this.tried.push(write.key)
    this.must(this.sending.has(write.key), false)
    const before = [...this.stores[write.uid as Uid].rows.values()].filter(
      ({ thing, seq }) => thing === write.thing && seq < write.seq,
    )
    this.must(before, [])
  }

  private expectLater(key: string, reason: string): void {
    const expected = this.expected.get(key)
    if (!expected) return
    // Backoff with jitter 0.5: 75 % of the full delay.
    expected.nextAt = this.now + Math.min(300_000, 1000 * 2 ** expected.attempts) * 0.75
    expected.attempts += 1
    expected.reason = reason
  }

  private async deliver(
    write: UnsentWrite,
    save: (write: UnsentWrite) => Promise<void>,
    tab: number,
  ): Promise<Delivery> {
    if (this.uid !== write.uid) return { kind: 'stopped' }
    const fault = this.isCalm ? 'none' : (this.faults.shift() ?? 'none')
    const die = () => {
      this.tabs[tab] = null
      this.release()
      return never
    }
    const failed = (error: CallError) => {
      const delivery = classifyFailure(error, 'online', true)
      if (delivery.kind === 'later') this.expectLater(write.key, delivery.reason)
      return delivery
    }
    const open = write.files.findIndex(({ address }) => address === undefined)
    if (open >= 0 && fault !== 'crash before') {
      const files = write.files.map((file, at) => (at === open ? { ...file, address: `/file/${open}` } : file))
      const expected = this.expected.get(write.key)
      if (expected) expected.addresses = open + 1
      await save({ ...write, files })
    }
    switch (fault) {
      case 'unreachable':
      case 'timeout':
      case 'http':
      case 429:
      case 500:
      case 503:
      case 401:
        return failed(new CallError(fault, `${fault}`))
      case 'refused': {
        const expected = this.expected.get(write.key)
        if (expected) Object.assign(expected, { state: 'refused', reason: '不行', wasRefused: true })
        else this.settledTaps.add(write.input.tap as number)
        return failed(new CallError(400, '不行', { floor: '楼层不行' }))
      }
      case 'broken off':
        this.expectLater(write.key, '未能提交，稍后自动重试')
        throw new Error('a chunk could not be loaded')
      case 'crash before':
        return die()
      case 'crash after':
        this.server.take(write)
        return die()
      case 'lost':
        this.server.take(write)
        return failed(new CallError('timeout', 'timeout'))
      case 'none':
        this.server.take(write)
        this.answered.add(write.key)
        return { kind: 'done', data: null, words: '' }
    }
  }

  private rowOf({ tap, attempts, nextAt, reason, state, addresses, wasRefused }: Expected, seq: number): UnsentWrite {
    return {
      ...tap,
      seq,
      attempts,
      nextAt,
      state,
      files: tap.files.map((file, at) => (at < addresses ? { ...file, address: `/file/${at}` } : file)),
      ...(reason !== undefined && { reason }),
      ...(wasRefused && { fields: { floor: '楼层不行' } }),
    }
  }

  /** Thrown after the step: the outbox takes exceptions for network errors. */
  private holds(check: () => void): void {
    try {
      check()
    } catch (wrong) {
      this.wrongs.push(wrong)
    }
  }

  private check(): void {
    if (this.wrongs.length > 0) throw this.wrongs[0]
    const rows = PEOPLE.flatMap((uid) => [...this.stores[uid].rows.values()])
    for (const row of rows) {
      const expected = this.expected.get(row.key)
      if (!expected) throw new Error(`kept, and unknown: ${row.key}`)
      this.must(row, this.rowOf(expected, row.seq))
    }
    const kept = new Set(rows.map(({ key }) => key))
    this.must(kept.size, rows.length)
    // Completed, or the user was informed.
    for (const [key, { tap }] of this.expected)
      if (!kept.has(key))
        this.must(
          [this.server.has(key) || this.settledTaps.has(tap.input.tap as number), `gone: ${key}`],
          [true, `gone: ${key}`],
        )
  }

  private async settle(): Promise<void> {
    const turn = async () => {
      for (let at = 0; at < 400; at += 1) await Promise.resolve()
    }
    const isBusy = () => PEOPLE.some((uid) => this.stores[uid].isBusy())
    await turn()
    while (isBusy()) {
      while (isBusy()) await new Promise((resolve) => setImmediate(resolve))
      await turn()
    }
  }

  private put(draft: WriteDraft): void {
    const { uid } = this
    const store = this.stores[uid]
    const before = new Set([...store.rows.values()].map(({ key }) => key))
    const earlier = [...store.rows.values()].filter(({ thing }) => thing === draft.thing).map(({ key }) => key)
    const last = this.lastDone[uid].read(draft.thing)
    const tap = draft.input.tap as number
    const add = store.add.bind(store)
    store.add = async (write) => {
      store.add = add
      const made = await add(write)
      this.holds(() => this.must([!before.has(made.key), `twice: ${made.key}`], [true, `twice: ${made.key}`]))
      const tapped = { ...draft, files: draft.files ?? [], key: made.key, seq: made.seq, schema: 1, tappedAt: this.now }
      const follows = [...(last ? [last] : []), ...earlier].slice(-20)
      const fresh = { attempts: 0, nextAt: 0, state: 'waiting' as const }
      this.expected.set(made.key, {
        tap: { ...tapped, follows, ...fresh },
        ...fresh,
        reason: undefined,
        addresses: 0,
        wasRefused: false,
      })
      this.keptTaps.push({ uid, thing: draft.thing, tap })
      this.holds(() => this.must(made, { ...tapped, follows, ...fresh }))
      return made
    }
    this.unstored = undefined
    const page = this.page(0)
    void page.enqueue(draft).then((outcome) => this.holds(() => this.told(draft, outcome, page)))
  }

  private told(draft: WriteDraft, outcome: Outcome, page: Outbox): void {
    const tap = draft.input.tap as number
    const isDone = this.server.effects.some((effect) => effect.tap === tap)
    const rows = PEOPLE.flatMap((uid) => [...this.stores[uid].rows.values()])
    const row = rows.find(({ input }) => input.tap === tap)
    switch (outcome.state) {
      case 'done':
        return this.must([isDone, row], [true, undefined])
      case 'refused':
        this.settledTaps.add(tap)
        this.must([outcome.code, outcome.reason, outcome.fields], [400, '不行', { floor: '楼层不行' }])
        return this.must(row, undefined)
      case 'unstored':
        this.unstored = { draft, page }
        this.settledTaps.add(tap)
        return this.must(row, undefined)
      case 'waiting':
        return this.must(
          [row !== undefined || isDone || this.settledTaps.has(tap), `neither kept nor done: ${tap}`],
          [true, `neither kept nor done: ${tap}`],
        )
    }
  }

  async step(step: Step): Promise<void> {
    this.tried = []
    this.sending = new Set()
    switch (step.do) {
      case 'tap': {
        this.stores[this.uid].isFull = step.isFull
        const blob = new Blob(['a'])
        const files = Array.from({ length: step.files }, (_, at) => ({ blob, name: `${at}.jpg` }))
        const input = { tap: (this.taps += 1) }
        this.firstSender = step.sender
        this.put({
          uid: this.uid,
          call: CALL,
          input,
          thing: step.thing,
          label: '编辑点位',
          ...(step.files ? { files } : {}),
        })
        break
      }
      case 'tap again':
        this.stores[this.uid].isFull = true
        if (this.unstored && this.unstored.page === this.tabs[0]) this.put(this.unstored.draft)
        break
      case 'flush':
        this.page(step.tab)
        this.isEager[step.tab] ||= step.eager
        void this.page(step.tab).flush(step.eager)
        break
      case 'sync': {
        this.tabs[WORKER]?.close()
        this.tabs[WORKER] = null
        const worker = this.page(WORKER)
        this.isEager[WORKER] = true
        void worker.flush(true)
        if (step.isOpening) {
          const tab = this.page(0)
          this.isEager[0] = true
          void tab.flush(true)
        }
        break
      }
      case 'retry':
        for (const { seq, key } of await this.stores[this.uid].all()) {
          this.page(0)
          this.isEager[0] = true
          this.tried = []
          this.sending = new Set()
          const expected = this.expected.get(key)
          if (expected) Object.assign(expected, { state: 'waiting', nextAt: 0 })
          void this.page(0).retry(seq)
          await this.settle()
        }
        break
      case 'discard refused':
        for (const { seq, state, input } of await this.stores[this.uid].all())
          if (state === 'refused') {
            this.settledTaps.add(input.tap as number)
            await this.page(0).remove(seq)
          }
        break
      case 'sign in':
        this.uid = step.uid
        this.holder = null
        for (const tab of this.tabs) tab?.close()
        this.tabs.fill(null)
        break
      case 'new page':
        this.tabs[step.tab]?.close()
        this.tabs[step.tab] = null
        this.holder = null
        break
      case 'wait':
        this.now += step.seconds * 1000
        for (const timers of this.timers)
          for (const timer of Array.from(timers)) if (timer.at <= this.now && timers.delete(timer)) timer.work()
    }
    await this.settle()
    this.firstSender = 0
    this.stores[this.uid].isFull = false
    this.check()
  }

  /** Refused writes and those behind stay. */
  async comeBack(): Promise<void> {
    this.isCalm = true
    for (const uid of PEOPLE) {
      await this.step({ do: 'sign in', uid })
      await this.step({ do: 'flush', tab: 0, eager: false })
      for (let turn = 0; turn < 5; turn += 1) await this.step({ do: 'wait', seconds: 400 })
      const left = await this.stores[uid].all()
      const refused = new Set(left.filter(({ state }) => state === 'refused').map(({ thing }) => thing))
      this.must(
        left.filter(({ thing }) => !refused.has(thing)),
        [],
      )
      await this.step({ do: 'retry' })
      for (let turn = 0; turn < 3; turn += 1) await this.step({ do: 'wait', seconds: 400 })
    }
  }

  left = async () => [...(await this.stores['甲'].all()), ...(await this.stores['乙'].all())]
}
