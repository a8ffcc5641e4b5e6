import type { HonoRequest } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../app-error.ts'

const first = (values: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]))

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

async function readJson(req: HonoRequest): Promise<unknown> {
  const text = await req.text()
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

async function readForm(req: HonoRequest): Promise<unknown> {
  try {
    const form = await req.formData()
    const fields = new Map<string, unknown>()
    for (const [name, value] of form.entries()) if (!fields.has(name)) fields.set(name, value)
    return Object.fromEntries(fields)
  } catch {
    throw new AppError(400, '提交的表单无法识别')
  }
}

const isForm = (type: string) =>
  type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')

export async function readInput(endpoint: Endpoint, req: HonoRequest): Promise<unknown> {
  const type = req.header('content-type') ?? ''
  switch (endpoint.encoding) {
    case 'none':
      return {}
    case 'query':
      return first(req.queries())
    case 'json':
      return readJson(req)
    case 'form':
    case 'multipart':
      return isForm(type) ? readForm(req) : {}
    case 'any':
      return isForm(type) ? readForm(req) : readJson(req)
  }
}
