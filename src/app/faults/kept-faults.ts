import { FAULTS_MOST, type DeviceClass } from '#contract/fault.rules.ts'
import type { FaultReport } from '#contract/fault.ts'
import type { DescribedFault } from './fault-of-error.ts'

interface KeptFault extends DescribedFault {
  readonly route: string
  readonly build: string
  readonly count: number
}

export interface KeptFaults {
  readonly faults: readonly KeptFault[]
  readonly calls: readonly number[]
}

export const NO_FAULTS: KeptFaults = { faults: [], calls: [] }

const HOUR_MS = 3600_000
const CALLS_AN_HOUR = 6
const COUNT_MOST = 1000

export const isKeptFaults = (kept: unknown): kept is KeptFaults =>
  Array.isArray((kept as Partial<KeptFaults> | null)?.faults) && Array.isArray((kept as Partial<KeptFaults>).calls)

export const isIdle = ({ faults, calls }: KeptFaults): boolean =>
  faults.length === 0 && !calls.some((at) => Date.now() - at < HOUR_MS)

const keyOf = ({ kind, name, message, frames, route, build }: KeptFault) =>
  JSON.stringify([kind, name, frames.length > 0 ? frames[0] : message, route, build])

const toWire = ({ kind, name, message, frames, route, count }: KeptFault) => ({
  kind,
  name,
  message,
  frames,
  route,
  count,
})

export function withFault({ faults, calls }: KeptFaults, fresh: Omit<KeptFault, 'count'>): KeptFaults {
  const counted: KeptFault = { ...fresh, count: 1 }
  const former = faults.find((one) => keyOf(one) === keyOf(counted))
  const count = Math.min((former?.count ?? 0) + 1, COUNT_MOST)
  const others = faults.filter((one) => one !== former)
  return { faults: [{ ...counted, count }, ...others].slice(0, FAULTS_MOST), calls }
}

export interface FaultStore {
  read(): KeptFaults | Promise<KeptFaults>
  write(kept: KeptFaults): void | Promise<void>
}

export async function sendFaults(url: string, device: DeviceClass, store: FaultStore): Promise<void> {
  const { faults, calls } = await store.read()
  const [first] = faults
  const recent = calls.filter((at) => at <= Date.now() && Date.now() - at < HOUR_MS)
  if (!first || !navigator.onLine || recent.length >= CALLS_AN_HOUR) return
  const sent = faults.filter(({ build }) => build === first.build)
  await store.write({ faults, calls: [...recent, Date.now()] })
  const report = { build: first.build, device, faults: sent.map(toWire) }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report satisfies Readonly<Record<keyof FaultReport, unknown>>),
    credentials: 'omit',
    keepalive: true,
  })
  const { code } = (await response.json()) as { code: number }
  if (code !== 200 && code !== 400) return
  const now = await store.read()
  const left = now.faults.flatMap((one) => {
    const count = one.count - (sent.find((other) => keyOf(other) === keyOf(one))?.count ?? 0)
    return count > 0 ? [{ ...one, count }] : []
  })
  await store.write({ ...now, faults: left })
}
