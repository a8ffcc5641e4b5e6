import { AppError } from './app-error.ts'

/** 500 readings with all measures have 21,000 values. */
const VALUES_MOST = 50_000
const LIST_MOST = 1_000

/** Each invalid value produces a message. */
function holdsTooMuch(body: unknown): boolean {
  const open = [body]
  let values = 0
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one) && one.length > LIST_MOST) return true
    if (typeof one !== 'object' || one === null) continue
    for (const value of Object.values(one)) if (values++ < VALUES_MOST) open.push(value)
    if (values > VALUES_MOST) return true
  }
  return false
}

/** @throws AppError 400, 413 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError(400, '提交的内容不是有效的 JSON')
  }
  if (holdsTooMuch(body)) throw new AppError(413)
  return body
}
