import { document, MANUAL, SURVEY, SURVEY_ORGAN } from '#contract/document.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

const HOUR_MS = 3_600_000

export const documentQuery = {
  /** Empty: no survey. */
  survey: () => ({ ...queryOf(document.list, { sysOrganId: SURVEY_ORGAN, type: SURVEY }), staleTime: HOUR_MS }),
}

export async function openManual(organId: string | null): Promise<string> {
  const { url } = await send(document.list, { sysOrganId: organId ?? '', type: MANUAL })
  if (url === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(url)
}
