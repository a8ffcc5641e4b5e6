// 上报一条压力和一次报警，只用 Node 20 自带的模块：
//   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… node report.mjs
import { createHash, createHmac, randomUUID } from 'node:crypto'

const { BASE, KEY, SECRET, PROJECT } = process.env

/** 签名并调用；没有收到应答的一批原样重发，只换 x-nonce。 */
async function call(method, path, input, tries = 3) {
  const body = input ? JSON.stringify(input) : ''
  const time = String(Date.now())
  const nonce = randomUUID()
  const digest = createHash('sha256').update(body).digest('hex')
  const signature = createHmac('sha256', SECRET).update([method, path, time, nonce, digest].join('\n')).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-app-key': KEY,
    'x-time': time,
    'x-nonce': nonce,
    'x-signature': signature,
  }
  let answer
  try {
    const response = await fetch(BASE + path, { method, headers, ...(input && { body }) })
    answer = await response.json()
  } catch (error) {
    answer = { code: 503, message: String(error) }
  }
  if (answer.code === 200) return answer.data
  // 429 和 5xx 过一会儿可能就好；其余的须先改正。
  if (tries > 1 && (answer.code === 429 || answer.code >= 500)) {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return call(method, path, input, tries - 1)
  }
  throw new Error(`${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`)
}

/** 北京时间（Asia/Shanghai），写作 yyyy-MM-dd HH:mm:ss。 */
const wireTime = (at) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const say = (...words) => process.stdout.write(`${words.join(' ').trim()}\n`)

/** 成批发送，打印每一条的处理结果。 */
async function send(path, items) {
  const { results } = await call('POST', path, { items: items.map((item) => ({ projectId: PROJECT, ...item })) })
  for (const [i, { result, message }] of results.entries()) say(path, items[i].pointNumber, result, message ?? '')
}

const now = new Date()
say((await call('GET', '/open/v1/hello')).name)
await send('/open/v1/points', [
  { pointNumber: 'DEMO-P1', deviceNo: 'P1', deviceName: '屋顶消火栓压力', deviceType: 140, apiId: 17, floor: '屋顶' },
  { pointNumber: 'DEMO-S1', deviceNo: 'S1', deviceName: '3层走道烟感', deviceType: 42, apiId: 1, floor: '3层' },
])
await send('/open/v1/readings', [{ pointNumber: 'DEMO-P1', time: wireTime(now), measures: { pressure: 0.18 } }])
const alarm = { pointNumber: 'DEMO-S1', kind: 'fire' }
await send('/open/v1/events', [
  { ...alarm, phase: 'begin', time: wireTime(new Date(now.getTime() - 60_000)) },
  { ...alarm, phase: 'end', time: wireTime(now) },
])
