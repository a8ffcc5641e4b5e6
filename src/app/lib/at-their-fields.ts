import { CallError } from './call.ts'

/**
 * A refusal whose fields are named as a form knows them: the server names each with its place in the call.
 * @param place what goes before a field's own name
 */
export function atTheirFields(error: unknown, place: RegExp): unknown {
  if (!(error instanceof CallError)) return error
  const fields = Object.entries(error.fields).map(([name, text]) => [name.replace(place, ''), text])
  const { requestId } = error
  return Object.assign(new CallError(error.code, error.message, Object.fromEntries(fields)), { requestId })
}
