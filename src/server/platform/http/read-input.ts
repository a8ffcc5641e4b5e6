import type { HonoRequest } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../app-error.ts'
import { parseJson } from '../parse-json.ts'

const first = (values: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]))

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
      return parseJson(await req.text())
    case 'form':
    case 'multipart':
      return isForm(type) ? readForm(req) : {}
    case 'any':
      return isForm(type) ? readForm(req) : req.text().then(parseJson)
  }
}
