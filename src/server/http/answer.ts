import type { HonoRequest } from 'hono'
import type { Envelope } from '#contract/errors.ts'
import { leastBytes, packFor } from './compress.ts'
import { dataHeaders } from './security-headers.ts'

/** Headers of an answer to a call, as its way through the server adds to them. */
export type AnswerHeaders = Record<string, string>

/** What every answer to a call begins with. */
export const answerHeaders = (req: HonoRequest): AnswerHeaders => ({
  'content-type': 'application/json',
  ...dataHeaders(req),
})

/**
 * The documented envelope. HTTP 200 whatever the code, save HTTP 401 beside code 401, and `status` where one is given.
 * Made in one piece with all its headers: each that is added to an answer afterwards costs as much as a short call does.
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
  const packed = await packFor(req.header('accept-encoding'), bytes)
  if (packed === null) return new Response(json, { status, headers })
  headers['content-encoding'] = packed.coding
  return new Response(new Uint8Array(packed.bytes), { status, headers })
}

/** UTF-8 of a UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3
