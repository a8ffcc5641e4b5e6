import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '../seed/provider.ts'
import { DAYS } from './days.ts'
import { playDay } from './play-day.ts'
import { createSignedClient, RefusedRequest, sendTo } from './signed-client.ts'

const USAGE = `用法： npm run simulate -- --day quiet
  --day quiet                   哪一天：
${Object.entries(DAYS)
  .map(([name, day]) => `      ${name.padEnd(20)}${day.title}`)
  .join('\n')}
  --url http://127.0.0.1:8080   平台地址
  --speed 60                    倍速；max 表示立即播完
  --building 1                  第几栋建筑
  --key … --secret …            服务商的 appKey 与密钥；默认为演示城市的第一家服务商
  --refused data/refused        被拒绝的请求保存到哪里`

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

function chosenOptions() {
  return parseArgs({
    options: {
      day: { type: 'string', default: 'quiet' },
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      speed: { type: 'string', default: 'max' },
      building: { type: 'string', default: '1' },
      key: { type: 'string', default: demoKeysOf(FIRST_PROVIDER_ID).appKey },
      secret: { type: 'string', default: demoKeysOf(FIRST_PROVIDER_ID).secret },
      refused: { type: 'string', default: 'data/refused' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
}

function readOptions() {
  try {
    return chosenOptions()
  } catch {
    throw new Error(USAGE)
  }
}

async function simulate(): Promise<void> {
  const { values, positionals } = readOptions()
  if (values.help || positionals.length > 0) return console.log(USAGE)
  const day = DAYS[values.day]
  const speed = values.speed === 'max' ? Infinity : Number(values.speed)
  if (!day || !(speed >= 1)) throw new Error(USAGE)
  const now = () => new Date()
  const client = createSignedClient({ appKey: values.key, secret: values.secret }, sendTo(values.url), now)
  try {
    const page = { currentPage: Number(values.building), pageSize: 1 }
    const [place] = (await client.call(ingest.buildings, page)).list
    if (!place) throw new Error('没有这栋建筑')
    console.log(`${day.title} · ${place.name}`)
    const { projectId } = place
    const counted = await playDay(day, { client, projectId, speed, now, wait, told: (line) => console.log(line) })
    console.log(`完成：已接收 ${counted.accepted} 条，重复、隔离或拒绝 ${counted.others} 条`)
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error
    mkdirSync(values.refused, { recursive: true })
    const file = join(values.refused, `${now().getTime()}.json`)
    writeFileSync(file, JSON.stringify(error.request, null, 2))
    throw new Error(`${error.message}\n请求已保存到 ${file}，可用 npm run provider -- check ${file} 查看原因`, {
      cause: error,
    })
  }
}

simulate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
