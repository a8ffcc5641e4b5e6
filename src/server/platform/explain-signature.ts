import { createHmac } from 'node:crypto'
import {
  NONCE,
  SIGNATURE_REFUSALS,
  SIGNATURE_WINDOW_MS,
  type Signed,
  type SignaturePart,
  signedText,
} from '#contract/signature.ts'
import { bodyDigest, isSignature, sameText } from './signature.ts'

export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly time: string
  readonly nonce: string
  readonly body: string
  readonly signature: string
}

export interface Finding {
  readonly part: SignaturePart
  readonly isRight: boolean
  readonly message: string
}

const MILLISECONDS = /^[1-9]\d{12}$/

const right = (part: SignaturePart, message: string): Finding => ({ part, isRight: true, message })
const wrong = (part: SignaturePart, message: string): Finding => ({ part, isRight: false, message })

function explainTime(time: string, now: Date): Finding {
  if (!MILLISECONDS.test(time)) return wrong('time', SIGNATURE_REFUSALS.milliseconds)
  const seconds = Math.round((Number(time) - now.getTime()) / 1000)
  if (Math.abs(seconds) * 1000 <= SIGNATURE_WINDOW_MS) return right('time', '与服务器时间相差在 5 分钟以内')
  return wrong('time', `比服务器时间${seconds > 0 ? '快' : '慢'} ${Math.abs(seconds)} 秒，超过 5 分钟，请校准时钟`)
}

const explainNonce = (nonce: string): Finding =>
  NONCE.test(nonce) ? right('nonce', '格式正确；每个只能用一次') : wrong('nonce', SIGNATURE_REFUSALS.nonce)

function mistakes(signed: Signed, { method, path, body }: SignedRequest): readonly [string, string][] {
  const withBody = (other: string) => signedText({ ...signed, bodyDigest: bodyDigest(other) })
  const lines = [method, path, signed.time, signed.nonce, signed.bodyDigest]
  const [bare = ''] = path.split('?')
  return [
    ['请求方法应为大写', lines.with(0, method.toLowerCase()).join('\n')],
    ['路径应与实际发送的完全一致，查询串也要参与签名', signedText({ ...signed, path: bare })],
    ['路径不应带最后的“/”', signedText({ ...signed, path: path.replace(/\/+$/, '') })],
    ['路径应以“/”开头', signedText({ ...signed, path: path.replace(/^\/+/, '') })],
    ['路径中的转义应与实际发送的一致', signedText({ ...signed, path: safely(decodeURI, path) })],
    ['路径中的转义应与实际发送的一致', signedText({ ...signed, path: safely(encodeURI, path) })],
    ['x-time 应以毫秒参与签名，不是秒', signedText({ ...signed, time: signed.time.slice(0, -3) })],
    ['请求体的 SHA-256 按空内容计算了，应按实际发送的字节计算', withBody('')],
    ['第五行应为请求体的 SHA-256，不是请求体本身', lines.with(4, body).join('\n')],
    ['第五行的 SHA-256 应为小写十六进制', lines.with(4, signed.bodyDigest.toUpperCase()).join('\n')],
    ['第五行的 SHA-256 应为十六进制，不是 Base64', lines.with(4, base64Of(signed.bodyDigest)).join('\n')],
    ['请求体末尾多出或缺少换行，签名和发送的应是同样的字节', withBody(`${body}\n`)],
    ['请求体末尾多出或缺少换行，签名和发送的应是同样的字节', withBody(body.trim())],
    ['请求体签名前后的空格或次序不同，签名和发送的应是同样的字节', withBody(compact(body))],
    ['五行之间应以“\\n”连接，不是“\\r\\n”', lines.join('\r\n')],
    ['五行之间应以“\\n”连接，不能直接相连', lines.join('')],
    ['最后一行之后不应再有换行', `${lines.join('\n')}\n`],
  ]
}

const base64Of = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

function safely(change: (text: string) => string, text: string): string {
  try {
    return change(text)
  } catch {
    return text
  }
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

const hmacOf = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function explainSignature(secrets: readonly string[], signed: Signed, request: SignedRequest): Finding {
  const { signature } = request
  const given = signature.trim()
  if (secrets.some((secret) => isSignature(given, secret, signed))) return right('signature', '与应得的签名一致')
  const text = signedText(signed)
  for (const secret of secrets) {
    if (sameText(given, hmacOf(secret, text).toString('base64')))
      return wrong('signature', '签名应写作十六进制，不是 Base64')
    if (
      /^[0-9a-f]{32}$/i.test(secret) &&
      sameText(given.toLowerCase(), hmacOf(Buffer.from(secret, 'hex'), text).toString('hex'))
    )
      return wrong('signature', 'secret 应按文字作为密钥，不要先解码为字节')
    for (const [said, other] of mistakes(signed, request))
      if (sameText(given.toLowerCase(), hmacOf(secret, other).toString('hex'))) return wrong('signature', said)
  }
  if (!/^[0-9a-f]{64}$/i.test(given)) return wrong('signature', '签名应为 64 位十六进制')
  return wrong('signature', 'appKey 或 secret 有误，或参与签名的五行与下面的不同，请逐行核对')
}

export function explainRequest(secrets: readonly string[], request: SignedRequest, now: Date) {
  const { method, path, time, nonce, body } = request
  const signed: Signed = { method, path, time, nonce, bodyDigest: bodyDigest(body) }
  const findings = [explainTime(time, now), explainNonce(nonce), explainSignature(secrets, signed, request)]
  return { findings, signedText: signedText(signed) }
}
