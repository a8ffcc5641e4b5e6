// 服务商客户端，只用 Node 自带的模块。直接运行则登记两个点位，上报一条压力和一次报警：
//   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… node client.ts
// 还没有绑定建筑时，以 BUILDING_KEY=… 代替 PROJECT。Node 22.18 以前的版本用 npx tsx client.ts。
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const RETRY_AFTER_MS = [1_000, 5_000, 30_000]
const BATCH_MAX = 500

export interface PointKey {
  projectId: string
  pointNumber: string
}

export interface Point extends PointKey {
  deviceNo: string
  deviceName: string
  deviceType: number
  apiId: number
  floor?: string
  zone?: string
  descript?: string
}

export interface Event extends PointKey {
  kind: 'fire' | 'fault' | 'shield' | 'action'
  phase: 'begin' | 'end'
  time: string
  sequence?: number
  state?: 0 | 1 | 2 | 3 | 4
  handledTime?: string
  handledBy?: string
  handledPhone?: string
}

export interface Reading extends PointKey {
  time: string
  sequence?: number
  measures: Record<string, number | string>
}

export interface Result {
  result: 'accepted' | 'duplicate' | 'quarantined' | 'refused'
  message: string | null
}

interface Answer {
  code: number
  message: string
  data?: unknown
  errors?: Record<string, string>
}

/** 请求未被接受，例如签名有误（401）或字段有误（400）。 */
export class Refusal extends Error {
  code: number
  errors: Record<string, string>

  constructor(path: string, { code, message, errors = {} }: Answer) {
    super(`${path}: ${code} ${message} ${JSON.stringify(errors)}`)
    this.code = code
    this.errors = errors
  }
}

/** 北京时间（Asia/Shanghai），写作 yyyy-MM-dd HH:mm:ss。 */
export const wireTime = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export function sign(secret: string, method: string, path: string, time: string, nonce: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret).update([method, path, time, nonce, digest].join('\n')).digest('hex')
}

export class Client {
  private base: string
  private key: string
  private secret: string

  constructor(base: string, key: string, secret: string) {
    this.base = base
    this.key = key
    this.secret = secret
  }

  hello = async () => (await this.call('GET', '/open/v1/hello')) as { name: string; time: string }
  bindBuilding = async (buildingKey: string) =>
    (await this.call('POST', '/open/v1/buildings', { buildingKey })) as { projectId: string; name: string }
  registerPoints = (points: Point[]) => this.sendItems('/open/v1/points', points)
  sendEvents = (events: Event[]) => this.sendItems('/open/v1/events', events)
  sendReadings = (readings: Reading[]) => this.sendItems('/open/v1/readings', readings)

  /** 每次最多 500 条；返回每一条的处理结果，顺序不变。 */
  private async sendItems(path: string, items: object[]): Promise<Result[]> {
    const all: Result[] = []
    for (let from = 0; from < items.length; from += BATCH_MAX) {
      const data = await this.call('POST', path, { items: items.slice(from, from + BATCH_MAX) })
      all.push(...(data as { results: Result[] }).results)
    }
    return all
  }

  /** 没有收到响应的请求原样重发，只换 x-time 和 x-nonce；429 和 5xx 同样重试，其余的须先改正。 */
  async call(method: string, path: string, input?: object): Promise<unknown> {
    const body = input ? JSON.stringify(input) : ''
    for (let tried = 0; ; tried++) {
      const answer = await this.request(method, path, body)
      if (answer.code === 200) return answer.data
      const pause = RETRY_AFTER_MS[tried]
      if (pause === undefined || (answer.code !== 429 && answer.code < 500)) throw new Refusal(path, answer)
      await wait(pause)
    }
  }

  private async request(method: string, path: string, body: string): Promise<Answer> {
    const time = String(Date.now())
    const nonce = randomUUID()
    const headers = {
      'content-type': 'application/json',
      'x-app-key': this.key,
      'x-time': time,
      'x-nonce': nonce,
      'x-signature': sign(this.secret, method, path, time, nonce, body),
    }
    try {
      const signal = AbortSignal.timeout(30_000)
      const response = await fetch(this.base + path, { method, headers, signal, ...(body && { body }) })
      const text = await response.text()
      // 中间设备返回的页面不是 JSON。
      if (!text.startsWith('{')) return { code: response.ok ? 502 : response.status, message: text.slice(0, 200) }
      return JSON.parse(text) as Answer
    } catch (error) {
      return { code: 503, message: String(error) }
    }
  }
}

async function main() {
  const { BASE = '', KEY = '', SECRET = '', PROJECT = '', BUILDING_KEY } = process.env
  const print = (...words: unknown[]) => process.stdout.write(`${words.join(' ').trim()}\n`)
  const client = new Client(BASE, KEY, SECRET)
  print((await client.hello()).name)
  const projectId = BUILDING_KEY ? (await client.bindBuilding(BUILDING_KEY)).projectId : PROJECT
  const report = (title: string, items: PointKey[], results: Result[]) =>
    items.forEach(({ pointNumber }, i) => print(title, pointNumber, results[i]?.result, results[i]?.message ?? ''))

  const gauge = { projectId, pointNumber: 'DEMO-P1' }
  const detector = { projectId, pointNumber: 'DEMO-S1' }
  const points: Point[] = [
    { ...gauge, deviceNo: 'P1', deviceName: '屋顶消火栓压力', deviceType: 140, apiId: 17, floor: '屋顶' },
    { ...detector, deviceNo: 'S1', deviceName: '3层走道烟感', deviceType: 42, apiId: 1, floor: '3层' },
  ]
  report('points', points, await client.registerPoints(points))
  const now = new Date()
  const readings: Reading[] = [{ ...gauge, time: wireTime(now), measures: { pressure: 0.18 } }]
  report('readings', readings, await client.sendReadings(readings))
  const events: Event[] = [
    { ...detector, kind: 'fire', phase: 'begin', time: wireTime(new Date(now.getTime() - 60_000)) },
    { ...detector, kind: 'fire', phase: 'end', time: wireTime(now) },
  ]
  report('events', events, await client.sendEvents(events))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
