import { buildingDetail } from '#contract/building-detail.ts'
import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { score } from '#contract/score.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** Never persisted. */
const WITHHELD = ['appKey', 'safeManagerPhone', 'iotIsv.linkManPhone']

export const buildingDetailQuery = {
  detail: (buildingId: string) => ({
    ...queryOf(buildingDetail.detail, { buildingId }),
    meta: { keep: true, redact: WITHHELD },
  }),
  checks: (buildingId: string, state: 'ok' | 'fail') => queryOf(score.checks, { buildingId, state }),
  info: (buildingId: string) => queryOf(buildingDetail.info, { buildingId }),
  providerLife: (iotProviderId: string) => queryOf(buildingDetail.providerLife, { iotProviderId }),
}

export async function makeReport(input: InputOf<typeof buildingDetail.report>): Promise<string> {
  const address = await send(buildingDetail.report, input)
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}

export async function makeNotice(buildingId: string): Promise<string> {
  const address = await send(building.notice, { buildingId })
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}
