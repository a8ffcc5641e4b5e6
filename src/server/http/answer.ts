import type { Context } from 'hono'
import type { Envelope, FieldErrors } from '#contract/errors.ts'

/** The documented envelope. HTTP 200 whatever the code, save HTTP 401 beside code 401. */
export function answer(c: Context, code: number, text: string, data: unknown, errors?: FieldErrors): Response {
  const body: Envelope = { code, message: text, msg: text, data, ...(errors ? { errors } : {}) }
  return c.json(body, code === 401 ? 401 : 200)
}
