import { beforeEach, describe, expect, it } from 'vitest'
import { type Connection, createConnection } from './server-watch.ts'
import type { BrowserEvent, Environment } from './environment.ts'

type Answer = () => Promise<Response>

const healthy: Answer = async () =>
  Response.json({ status: 'ok' }, { headers: { date: 'Thu, 19 Nov 2026 02:00:00 GMT' } })
const refused: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const portal: Answer = async () =>
  new Response('<html>请先登录 WLAN</html>', { headers: { 'content-type': 'text/html' } })

class Device implements Environment {
  answer: Answer = refused
  network = true
  visible = true
  asked: number[] = []
  private clockMs = 0
  private plans: { at: number; run: () => void }[] = []
  private listener: ((what: BrowserEvent) => void) | undefined

  fetch = (url: string, init: RequestInit): Promise<Response> => {
    if (url !== '/ops/health') throw new Error(url)
    this.asked.push(this.clockMs)
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      this.answer().then(resolve, reject)
    })
  }
  now = () => Date.parse('2026-11-19T02:00:00Z') + this.clockMs
  later = (run: () => void, ms: number) => {
    const plan = { at: this.clockMs + ms, run }
    this.plans.push(plan)
    return () => {
      this.plans = this.plans.filter((each) => each !== plan)
    }
  }
  hasNetwork = () => this.network
  isVisible = () => this.visible
  silentMs = 0
  silentAt = { read: () => this.silentMs, write: (ms: number) => void (this.silentMs = ms) }
  follow = (listener: (what: BrowserEvent) => void) => {
    this.listener = listener
    return () => {
      this.listener = undefined
    }
  }

  async say(what: BrowserEvent): Promise<void> {
    if (what === 'network' || what === 'lost') this.network = what === 'network'
    else this.visible = what === 'visible'
    this.listener?.(what)
    await this.settle()
  }
  async pass(ms: number): Promise<void> {
    const end = this.clockMs + ms
    for (;;) {
      const next = this.plans.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.plans = this.plans.filter((each) => each !== next)
      this.clockMs = next.at
      next.run()
      await this.settle()
    }
    this.clockMs = end
    await this.settle()
  }
  private settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
}

let device: Device
let connection: Connection
const reach = () => connection.reach.read()
const SECOND = 1000

beforeEach(() => {
  device = new Device()
  connection = createConnection(device, '/ops/health')
  connection.watch()
})

describe('reachability of the server', () => {
  it('a device with network counts as online without a request', async () => {
    await device.pass(600 * SECOND)
    expect([reach(), device.asked]).toEqual(['online', []])
  })

  it('a device that starts without network is offline, and online as soon as the server answers', async () => {
    device.network = false
    connection = createConnection(device, '/ops/health')
    connection.watch()
    expect(reach()).toBe('offline')
    device.answer = healthy
    await device.say('network')
    expect([reach(), device.asked]).toEqual(['online', [0]])
  })

  it('an unreachable server is distinguished from no network', async () => {
    connection.noteSilence()
    expect(reach()).toBe('silent')
    await device.say('lost')
    expect(reach()).toBe('offline')
    device.answer = refused
    await device.say('network')
    expect(reach()).toBe('silent')
  })

  it('one answered call of the app is enough to be online again', async () => {
    connection.noteSilence()
    connection.noteAnswer()
    await device.pass(600 * SECOND)
    expect([reach(), device.asked]).toEqual(['online', []])
  })

  it('listeners are called on changes only', () => {
    const heard: string[] = []
    connection.reach.follow(() => heard.push(reach()))
    connection.noteAnswer()
    connection.noteSilence()
    connection.noteSilence()
    connection.noteAnswer()
    expect(heard).toEqual(['silent', 'online'])
  })
})

describe('polling an unreachable server', () => {
  it('begins after two seconds and doubles the delay up to a minute', async () => {
    connection.noteSilence()
    await device.pass(250 * SECOND)
    expect(device.asked.map((ms) => ms / SECOND)).toEqual([2, 6, 14, 30, 62, 122, 182, 242])
  })

  it('restarts at two seconds after an answer', async () => {
    connection.noteSilence()
    await device.pass(20 * SECOND)
    connection.noteAnswer()
    connection.noteSilence()
    device.asked = []
    await device.pass(3 * SECOND)
    expect(device.asked).toEqual([22 * SECOND])
  })

  it('many failing calls poll no more often than one', async () => {
    for (let call = 0; call < 50; call += 1) connection.noteSilence()
    await device.pass(7 * SECOND)
    expect(device.asked.length).toBe(2)
  })

  it('pauses while the page is hidden and polls at once when it is visible', async () => {
    connection.noteSilence()
    await device.say('hidden')
    await device.pass(600 * SECOND)
    expect(device.asked).toEqual([])
    device.answer = healthy
    await device.say('visible')
    expect([reach(), device.asked]).toEqual(['online', [600 * SECOND]])
  })

  it('times out after five seconds and repeats', async () => {
    device.answer = () => new Promise(() => undefined)
    connection.noteSilence()
    await device.pass(2 * SECOND)
    await device.pass(5 * SECOND)
    device.answer = healthy
    await device.pass(4 * SECOND)
    expect([reach(), device.asked]).toEqual(['online', [2 * SECOND, 11 * SECOND]])
  })

  it("a captive portal's page, an error and another server's answer are no answers", async () => {
    const redirected = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
    const strangers: [Answer, string][] = [
      [portal, 'portal'],
      [async () => Response.json({ status: 'ok' }, { status: 502 }), 'silent'],
      [async () => redirected(), 'portal'],
      [async () => Response.json({ hello: 'world' }), 'silent'],
      [async () => new Response('<html>', { status: 401 }), 'portal'],
      [async () => new Response('<html>', { status: 502 }), 'silent'],
      [async () => new Response(''), 'silent'],
      [async () => Response.json(null), 'silent'],
      [async () => new Response(new ReadableStream({})), 'silent'],
    ]
    connection.noteSilence()
    for (const [stranger, found] of strangers) {
      device.answer = stranger
      await device.pass(70 * SECOND)
      expect(reach()).toBe(found)
    }
    device.answer = healthy
    await device.pass(60 * SECOND)
    expect(reach()).toBe('online')
  })

  it('an envelope is an answer, as of a server without this address', async () => {
    const envelope = (code: number) => async () => Response.json({ code, message: '请登录' }, { status: code })
    device.answer = envelope(401)
    expect(await connection.check()).toBe(true)
    device.answer = envelope(502)
    expect(await connection.check()).toBe(false)
  })

  it('a call answered meanwhile outweighs a failed poll', async () => {
    device.answer = () => new Promise(() => undefined)
    connection.noteSilence()
    await device.pass(3 * SECOND)
    connection.noteAnswer()
    await device.pass(10 * SECOND)
    expect(reach()).toBe('online')
  })

  it('a slow call starts a poll, which reports an unreachable server', async () => {
    device.answer = healthy
    connection.noteSlow()
    await device.pass(0)
    expect([reach(), device.asked]).toEqual(['online', [0]])
    device.answer = () => new Promise(() => undefined)
    connection.noteSlow()
    connection.noteSlow()
    await device.pass(4.9 * SECOND)
    expect(reach()).toBe('online')
    await device.pass(0.1 * SECOND)
    expect([reach(), device.asked]).toEqual(['silent', [0, 0]])
  })

  it('returns whether the server answers now', async () => {
    device.answer = healthy
    expect(await connection.check()).toBe(true)
    device.answer = refused
    expect([await connection.check(), reach()]).toEqual([false, 'silent'])
  })

  it('a captive portal is assumed until something else is known', async () => {
    connection.noteSilence(true)
    connection.noteSilence()
    expect(reach()).toBe('portal')
    connection.noteSilence(false)
    expect(reach()).toBe('silent')
  })

  it('stores across a reload that the server is unreachable, for a minute, and polls at once', async () => {
    connection.noteSilence()
    connection = createConnection(device, '/ops/health')
    expect(reach()).toBe('silent')
    const asked = device.asked.length
    device.answer = healthy
    connection.watch()
    await device.pass(0)
    expect([reach(), device.asked.length]).toEqual(['online', asked + 1])
    connection = createConnection(device, '/ops/health')
    expect(reach()).toBe('online')
    connection.noteSilence()
    await device.pass(60 * SECOND)
    connection = createConnection(device, '/ops/health')
    expect(reach()).toBe('online')
  })

  it('does not poll before it is started', async () => {
    const quiet = createConnection(device, '/ops/health')
    quiet.noteSilence()
    await device.pass(600 * SECOND)
    expect(device.asked).toEqual([])
  })
})

it("a fast clock is recognised from the server's time", async () => {
  expect([connection.clockAheadMs(), connection.serverNow()]).toEqual([0, undefined])
  connection.noteAnswer('Thu, 19 Nov 2026 01:45:00 GMT')
  expect(connection.serverNow()).toBe(Date.parse('2026-11-19T01:45:00Z'))
  expect(connection.clockAheadMs()).toBe(15 * 60 * SECOND)
  connection.noteAnswer(null)
  connection.noteAnswer('nonsense')
  expect(connection.clockAheadMs()).toBe(15 * 60 * SECOND)
})
