import * as v from 'valibot'
import { ERROR_TEXT, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import { fieldErrors } from '#contract/messages.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined

  constructor(code: ErrorCode, message: string = ERROR_TEXT[code], fields?: FieldErrors) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

export const notThere = (message?: string) => new AppError(404, message)

/** @throws AppError 400 with a message per invalid field */
export function needForm<S extends v.GenericSchema>(schema: S, sent: unknown, at: string): v.InferOutput<S> {
  const form = v.safeParse(schema, sent)
  if (form.success) return form.output
  const errors = Object.entries(fieldErrors(form.issues)).map(([name, text]) => [`${at}.${name}`, text] as const)
  throw new AppError(400, errors[0]?.[1], Object.fromEntries(errors))
}
