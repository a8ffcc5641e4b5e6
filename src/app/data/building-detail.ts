import { buildingDetail } from '#contract/building-detail.ts'
import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { score } from '#contract/score.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** The key and people's phones never stay on the device; all else of a building that was seen does. */
const WITHHELD = ['appKey', 'safeManagerPhone', 'iotIsv.linkManPhone']

export const buildingDetailQuery = {
  detail: (buildingId: string) => ({
    ...queryOf(buildingDetail.detail, { buildingId }),
    meta: { keep: true, withhold: WITHHELD },
  }),
  checks: (buildingId: string, state: 'ok' | 'fail') => queryOf(score.checks, { buildingId, state }),
  info: (buildingId: string) => queryOf(buildingDetail.info, { buildingId }),
  providerLife: (iotProviderId: string) => queryOf(buildingDetail.providerLife, { iotProviderId }),
}

/** Has the building's report made; answers the address it can be fetched from once. */
export async function makeReport(input: InputOf<typeof buildingDetail.report>): Promise<string> {
  const address = await send(buildingDetail.report, input)
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}

/** Has the building's access notice made; answers the address it can be fetched from once. */
export async function makeNotice(buildingId: string): Promise<string> {
  const address = await send(building.notice, { buildingId })
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}
