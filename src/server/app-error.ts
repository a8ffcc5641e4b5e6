import { ERROR_TEXT, type ErrorCode, type FieldErrors } from '#contract/errors.ts'

/** A refusal a person can read: the envelope's code, its sentence and the fields it concerns. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined

  constructor(code: ErrorCode, message: string = ERROR_TEXT[code], fields?: FieldErrors) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** What another's data answers too: it is as if it were not there. */
export const notThere = () => new AppError(404)
