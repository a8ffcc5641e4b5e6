import { CallError } from './call.ts'

/** Request id for support; only for server faults, because a refusal explains itself. */
export function requestWords(error: unknown): string | undefined {
  if (!(error instanceof CallError) || !error.requestId) return undefined
  return error.code === 'http' || Number(error.code) >= 500 ? `请求编号 ${error.requestId}` : undefined
}

export function failureWords(error: unknown, otherwise = ''): string {
  const said = error instanceof Error ? error.message : otherwise
  const named = requestWords(error)
  return named ? `${said}（${named}）` : said
}
