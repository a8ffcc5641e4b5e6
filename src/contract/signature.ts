import { ERROR_TEXT } from './errors.ts'

/** Largest difference to the server's clock, in either direction (ms). */
export const SIGNATURE_WINDOW_MS = 5 * 60_000

/** `x-time`: Unix time in ms; `x-signature`: 64 hexadecimal digits. */
export const SIGNATURE_HEADERS = ['x-app-key', 'x-time', 'x-nonce', 'x-signature'] as const

/** Each nonce is accepted once. */
export const NONCE = /^[A-Za-z0-9_-]{8,64}$/

/** `bodyDigest`: hexadecimal SHA-256 of the body's bytes (possibly empty). */
export interface Signed {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  readonly time: string
  readonly nonce: string
  readonly bodyDigest: string
}

/** The text whose HMAC-SHA256 under the provider's secret is the signature: five lines. */
export function signedText({ method, path, time, nonce, bodyDigest }: Signed): string {
  return [method.toUpperCase(), path, time, nonce, bodyDigest].join('\n')
}

export const SIGNATURE_PARTS = ['appKey', 'provider', 'time', 'nonce', 'signature'] as const
export type SignaturePart = (typeof SIGNATURE_PARTS)[number]

export const SIGNATURE_REFUSALS = {
  missing: '缺少签名信息：x-app-key、x-time、x-nonce、x-signature 均须填写',
  time: '请求时间与服务器时间相差超过 5 分钟，请校准时钟',
  messageTime: 'time 应为 7 天之内的 Unix 时间毫秒数，且不超前服务器 5 分钟以上',
  milliseconds: 'x-time 应为 Unix 时间的毫秒数，如 1774232100000',
  nonce: 'x-nonce 应为 8 至 64 位字母、数字、“-”或“_”',
  signature: 'appKey 或签名有误，请核对密钥和签名内容',
  replayed: '该请求已提交过，x-nonce 不能重复使用',
  review: '服务商尚未通过审核，不能上报数据',
  suspended: '服务商已被消防救援机构暂停接入，暂不能上报数据',
  unit: '单位的密钥只能查询本单位的建筑，不能上报或绑定',
  unitDisabled: '单位的账号已停用，密钥不能使用',
  tooMany: ERROR_TEXT[429],
} as const
