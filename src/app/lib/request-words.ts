import { CallError } from './call.ts'

/**
 * Names a failed answer as the server's log does, so that who reports it can be helped. Only a fault of the server's is
 * named: what was refused says itself what to do.
 */
export function requestWords(error: unknown): string | undefined {
  if (!(error instanceof CallError) || !error.requestId) return undefined
  return error.code === 'http' || Number(error.code) >= 500 ? `请求编号 ${error.requestId}` : undefined
}

/** What a toast or a form says of a failure, with that name where it has one. @param otherwise where it says nothing */
export function failureWords(error: unknown, otherwise = ''): string {
  const said = error instanceof Error ? error.message : otherwise
  const named = requestWords(error)
  return named ? `${said}（${named}）` : said
}
