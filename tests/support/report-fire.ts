import { toWireTime } from '#contract/time.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { signatureOf } from './sign-request.ts'

export interface Detector extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly provider: number
  readonly project: string
  readonly number: string
}

/** Without an open alarm. */
export const QUIET_DETECTOR = `select b.id::text, b.name, b.provider_id::int as provider, b.open_project_id as project,
    p.point_number as number
  from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
  join account a on a.unit_id = bu.unit_id join point p on p.building_id = b.id and p.api_id = 1
  where a.account = 'unit01' and b.access_status = 1 and b.provider_id is not null
    and not exists (select 1 from alarm m where m.building_id = b.id and (m.judged_at is null or m.verdict = 2))
  order by b.id, p.id limit 1`

export const BEST_DETECTOR = `${QUIET_DETECTOR.slice(0, QUIET_DETECTOR.indexOf('and not exists'))}
    and not exists (select 1 from trouble t where t.point_id = p.id)
  order by b.latest_score desc, p.id desc limit 1`

/** @throws unless accepted */
export async function reportFire(
  url: string,
  { provider, project, number }: Detector,
  at: Date = new Date(),
): Promise<void> {
  const time = toWireTime(at)
  const item = { projectId: project, pointNumber: number, kind: 'fire', phase: 'begin', time, sequence: 0 }
  const request = new Request(`${url}/open/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item] }),
  })
  const headers = await signatureOf(request, demoKeysOf(provider), new Date())
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  const body = (await (await fetch(request)).json()) as { code: number; data?: { accepted: number } }
  if (body.code !== 200 || body.data?.accepted !== 1) throw new Error(`not accepted: ${JSON.stringify(body)}`)
}
