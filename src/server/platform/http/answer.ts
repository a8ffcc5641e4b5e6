import type { HonoRequest } from 'hono'
import type { Envelope } from '#contract/errors.ts'
import { leastBytes, compressFor } from './compress.ts'
import { dataHeaders } from './security-headers.ts'

export type AnswerHeaders = Record<string, string>

export const answerHeaders = (req: HonoRequest): AnswerHeaders => ({
  'content-type': 'application/json',
  ...dataHeaders(req),
})

/**
 * HTTP 200 for every code except 401, unless `status` is given. Each header added later costs as much as a short
 * call.
 */
export async function answer(
  req: HonoRequest,
  headers: AnswerHeaders,
  { code, text, data, errors }: { code: number; text: string; data: unknown; errors?: Envelope['errors'] },
  status = code === 401 ? 401 : 200,
): Promise<Response> {
  const body: Envelope = { code, message: text, msg: text, data, ...(errors ? { errors } : {}) }
  const json = JSON.stringify(body)
  const bytes = json.length * MOST_BYTES_A_UNIT < leastBytes ? null : Buffer.from(json)
  if (bytes === null || bytes.length < leastBytes) return new Response(json, { status, headers })
  headers.vary = 'accept-encoding'
  const packed = await compressFor(req.header('accept-encoding'), bytes)
  if (packed === null) return new Response(json, { status, headers })
  headers['content-encoding'] = packed.coding
  return new Response(new Uint8Array(packed.bytes), { status, headers })
}

const MOST_BYTES_A_UNIT = 3
