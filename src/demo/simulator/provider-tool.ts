import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { demoKeysOf, FIRST_PROVIDER_ID } from '../seed/provider.ts'
import { explainRequest } from './explain-request.ts'
import { type KeptRequest, type Keys, sendTo, signRequest } from './signed-client.ts'

const USAGE = `用法：
  npm run provider -- keys      演示城市第一家服务商的 appKey 与密钥，可供 shell 读取
  npm run provider -- check <请求文件> [--key … --secret …]     逐项检查签名
  npm run provider -- replay <请求文件> [--url … --key … --secret …]   重新签名后再次发送
请求文件为 JSON：{ "method", "path", "headers", "body" }，body 为原文`

function check(request: KeptRequest, keys: Keys): boolean {
  const { signedText, expected, given, faults } = explainRequest(request, keys, new Date())
  if (request.answer) console.log(`平台当时的答复：${request.answer.code} ${request.answer.message}\n`)
  console.log(`待签名文本（五行）：\n${signedText}\n\n应为：${expected}\n实为：${given || '（无）'}\n`)
  console.log(
    faults.length === 0
      ? '签名与所给的密钥相符；平台若仍拒绝，请核对密钥是否为平台所发'
      : faults.map((fault) => `✗ ${fault}`).join('\n'),
  )
  return faults.length === 0
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      key: { type: 'string', default: demoKeysOf(FIRST_PROVIDER_ID).appKey },
      secret: { type: 'string', default: demoKeysOf(FIRST_PROVIDER_ID).secret },
    },
  })
  const [verb, file] = positionals
  if (verb === 'keys') return console.log(`KEY=${values.key}\nSECRET=${values.secret}`)
  if (!file || (verb !== 'check' && verb !== 'replay')) throw new Error(USAGE)
  const request = JSON.parse(readFileSync(file, 'utf8')) as KeptRequest
  const keys = { appKey: values.key, secret: values.secret }
  if (verb === 'check') {
    process.exitCode = check(request, keys) ? 0 : 1
    return
  }
  const { method, path, body } = request
  const answer = await sendTo(values.url)(signRequest(keys, new Date(), { method, path, body }))
  console.log(JSON.stringify(answer, null, 2))
  process.exitCode = answer.code === 200 ? 0 : 1
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
