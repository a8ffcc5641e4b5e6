import { CallError } from './call.ts'

/**
 * Names a failed answer as the server's log does, so that who reports it can be helped. Only a fault of the server's is
 * named: what was refused says itself what to do.
 */
export function requestWords(error: unknown): string | undefined {
  if (!(error instanceof CallError) || !error.requestId) return undefined
  return error.code === 'http' || Number(error.code) >= 500 ? `请求编号 ${error.requestId}` : undefined
}
