import { randomUUID } from 'node:crypto'
import { setTimeout as later } from 'node:timers/promises'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { approval } from '#contract/approval.ts'
import { auth } from '#contract/auth.ts'
import { buildingForm } from '#contract/building-form.ts'
import { checkin } from '#contract/checkin.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { upload } from '#contract/upload.ts'
import { DEMO_PASSWORD } from '#demo/seed/account.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { jpeg } from '../../support/hostile-uploads.ts'
import { FORM } from './building-form.ts'
import { type Answer, ask, send } from './person.ts'

const PAUSE_MS = 150
const BATCH = 20

/** The buildings are this person's alone. */
export interface Actor {
  readonly account: string
  readonly token: string
  readonly buildings: readonly {
    readonly id: string
    readonly name: string
    readonly county: string
    readonly street: string
  }[]
  readonly days: string[]
}

export interface Cast {
  readonly units: readonly Actor[]
  readonly officer: Actor
  readonly comers: readonly string[]
  readonly lanes: readonly {
    readonly providerId: number
    readonly points: readonly { id: number; projectId: string; pointNumber: string }[]
  }[]
}

export interface Ledger {
  readonly batches: { readonly sequence: number; readonly points: readonly number[] }[]
  readonly days: { readonly account: string; readonly day: string }[]
  readonly edits: { readonly building: string; readonly area: number }[]
  readonly files: string[]
  readonly declared: { readonly building: string; readonly reason: string }[]
  readonly decided: string[]
  readonly tokens: string[]
  exports: number
  /** Neither 200, 503 nor a closed connection. */
  readonly odd: string[]
  /** 503, ms. */
  readonly refusals: number[]
  cut: number
}

const nothing = (): Ledger => ({
  batches: [],
  days: [],
  edits: [],
  files: [],
  declared: [],
  decided: [],
  tokens: [],
  exports: 0,
  odd: [],
  refusals: [],
  cut: 0,
})

export interface LoadOptions {
  readonly dayRestMs?: number
  readonly restMs?: number
  readonly watch?: (answer: Answer) => void
}

/** Under a key, again until answered. */
export function startMixedLoad(
  bases: readonly string[],
  cast: Cast,
  { dayRestMs = 500, restMs = 20, watch }: LoadOptions = {},
) {
  const ledger = nothing()
  const over = new AbortController()
  let sequence = 0
  let turn = 0
  const base = () => bases[turn++ % bases.length]!
  const watched = async (call: Promise<Answer>) => {
    const answer = await call
    watch?.(answer)
    return answer
  }
  const tries = async (
    what: string,
    once: () => Promise<Answer>,
    fine: readonly number[] = [200],
  ): Promise<Answer | null> => {
    while (!over.signal.aborted) {
      const answer = await watched(once())
      const code = answer.body?.code ?? 0
      if (fine.includes(code)) return answer
      if (answer.status === 503 || code === 503 || (code === 429 && what === ingest.readings.id))
        ledger.refusals.push(answer.ms)
      else if (answer.status === 0) ledger.cut += 1
      else {
        ledger.odd.push(`${what}: ${answer.status} ${code} ${answer.body?.message}`)
        return null
      }
      await later(PAUSE_MS)
    }
    return null
  }
  const keyed = <E extends Endpoint>(call: E, input: InputOf<E>, by: Actor, fine?: readonly number[]) => {
    const headers = { 'x-auth-token': by.token, 'idempotency-key': randomUUID() }
    return tries(call.id, () => ask(base(), call, input, headers), fine)
  }
  const forever = async (work: () => Promise<boolean>) => {
    while (!over.signal.aborted && (await work())) await later(restMs)
  }

  const report =
    ({ providerId, points }: Cast['lanes'][number], from: number) =>
    async () => {
      const mine = ++sequence
      const chosen = Array.from({ length: BATCH }, (_, i) => points[(from + mine * BATCH + i) % points.length]!)
      const time = toWireTime(new Date())
      const items = chosen.map(({ projectId, pointNumber }) => ({
        projectId,
        pointNumber,
        time,
        sequence: mine,
        measures: { signals: mine },
      }))
      const once = () => {
        const { method, path, headers, body } = signRequest(demoKeysOf(providerId), new Date(), {
          method: 'POST',
          path: ingest.readings.path,
          body: JSON.stringify({ items }),
        })
        return send(`${base()}${path}`, { method, headers, body })
      }
      const answer = await tries(ingest.readings.id, once)
      const { accepted, duplicate } = (answer?.body?.data ?? { accepted: 0, duplicate: 0 }) as {
        accepted: number
        duplicate: number
      }
      if (accepted + duplicate === BATCH) ledger.batches.push({ sequence: mine, points: chosen.map(({ id }) => id) })
      return true
    }
  const makeUp = (by: Actor) => async () => {
    const day = by.days.pop()
    if (day === undefined) return false
    if (await keyed(checkin.makeUp, { dateTime: day }, by)) ledger.days.push({ account: by.account, day })
    await later(dayRestMs)
    return true
  }
  let area = 10_000
  // A unit's edit waits in an application.
  const edit = (by: Actor, officer: Actor) => async () => {
    const mine = ++area
    const { id, name, county, street } = by.buildings[mine % 2]!
    const told = {
      ...FORM,
      id,
      name,
      area: String(mine),
      areaData: JSON.stringify(['310000', '310100', county, street]),
    }
    if (await keyed(buildingForm.edit, { iotBuildingBaseInfoVO: told }, officer))
      ledger.edits.push({ building: id, area: mine })
    return true
  }
  const declare = (by: Actor, officer: Actor) => async () => {
    const building = by.buildings[2]!
    const reason = randomUUID()
    const stored = await keyed(
      upload.store,
      { file: new File([jpeg(20, 20, reason)], 'a.jpg', { type: 'image/jpeg' }) },
      by,
    )
    const url = stored?.body?.data as string | undefined
    if (!url) return true
    ledger.files.push(url.slice('/file/'.length))
    await later(1_000)
    const input = {
      applyReason: reason,
      approveAccessAttachmentList: [{ url }],
      buildingId: building.id,
      specialApproveData: [['2']],
    }
    const submitted = await keyed(approval.submit, input, by, [200, 429])
    // Limited by the hour.
    if (submitted?.body?.code === 429) await later(5_000)
    if (submitted?.body?.code !== 200) return true
    ledger.declared.push({ building: building.id, reason })
    const listed = await tries('approval.list', () =>
      ask(
        base(),
        approval.list,
        { searchValue: building.name, approveStatus: '0', pageSize: 100 },
        { 'x-auth-token': officer.token },
      ),
    )
    const rows = (listed?.body?.data as { list: { id: string; applyReason: string }[] } | undefined)?.list ?? []
    const asked = rows.find(({ applyReason }) => applyReason === reason)
    if (!asked) return true
    const decide = rows.length % 2 === 0 ? approval.agree : approval.refuse
    const decided = await tries(
      decide.id,
      () => ask(base(), decide, { approveId: asked.id }, { 'x-auth-token': officer.token }),
      [200, 409],
    )
    if (decided) ledger.decided.push(asked.id)
    return true
  }
  const exportRows = (officer: Actor) => async () => {
    const made = await tries('approval.export', () =>
      ask(base(), approval.export, {}, { 'x-auth-token': officer.token }),
    )
    const url = made?.body?.data as string | undefined
    const file =
      url &&
      (await fetch(`${base()}${url}`)
        .then(async (got) => (got.ok ? Buffer.from(await got.arrayBuffer()) : null))
        .catch(() => null))
    if (file) {
      if (file.subarray(0, 2).toString() === 'PK') ledger.exports += 1
      else ledger.odd.push('an export is no xlsx')
    }
    await later(8_000)
    return true
  }
  const signIn = (account: string, n: number) => async () => {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` }
    const picture = await tries('auth.picture', () => ask(base(), auth.picture, {}, headers))
    const { photographToken } = (picture?.body?.data ?? {}) as { photographToken?: string }
    if (!photographToken) return true
    const signed = await watched(
      ask(base(), auth.signIn, { account, password: DEMO_PASSWORD, photographCode: '0000', photographToken }, headers),
    )
    const { code = 0, message = '', data = null } = signed.body ?? {}
    if (code === 200) ledger.tokens.push((data as unknown as { 'x-auth-token': string })['x-auth-token'])
    // A password counts as a guess until proven: ten cut off lock an account.
    else if (signed.status === 503 || code === 503 || code === 429) ledger.refusals.push(signed.ms)
    else if (signed.status === 0) ledger.cut += 1
    else ledger.odd.push(`auth.signIn: ${code} ${message}`)
    await later(1_500)
    return true
  }

  const under = [
    ...cast.lanes.map((lane, n) => forever(report(lane, n * 7))),
    ...cast.units.flatMap((unit) => [
      forever(makeUp(unit)),
      forever(edit(unit, cast.officer)),
      forever(declare(unit, cast.officer)),
    ]),
    forever(exportRows(cast.officer)),
    ...cast.comers.map((account, n) => forever(signIn(account, n + 1))),
  ]
  return {
    ledger,
    async stop(): Promise<Ledger> {
      over.abort()
      await Promise.all(under)
      return ledger
    },
  }
}
