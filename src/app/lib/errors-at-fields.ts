import { CallError } from './call.ts'

/** @param place prefix of the server's names */
export function errorsAtFields(error: unknown, place: RegExp, to = ''): unknown {
  if (!(error instanceof CallError)) return error
  const fields = Object.entries(error.fields).map(([name, text]) => [name.replace(place, to), text])
  const { requestId } = error
  return Object.assign(new CallError(error.code, error.message, Object.fromEntries(fields)), { requestId })
}
