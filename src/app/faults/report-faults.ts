import { API_BASE } from '#app/env.ts'
import { EARLY_FAULTS, KEPT_FAULTS, type NotedFault } from '#app/prefetch/note-faults.ts'
import { FAULTS_MOST, FAULTS_PATH, type DeviceClass } from '#contract/fault.rules.ts'
import { type DescribedFault, describeFault } from './describe-fault.ts'

declare global {
  const CLIENT_BUILD: string
  const ROUTE_PATHS: readonly string[]
}

interface KeptFault extends DescribedFault {
  readonly route: string
  readonly build: string
  readonly count: number
}

interface Kept {
  readonly faults: readonly KeptFault[]
  readonly calls: readonly number[]
}

const HOUR_MS = 3600_000
const CALLS_AN_HOUR = 6
const NOTED_MOST = 100
const COUNT_MOST = 1000
const SEND_MS = 1000
const TABLET_PX = 600
const DESKTOP_PX = 1024

let inMemory: Kept = { faults: [], calls: [] }

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_FAULTS) ?? 'null') as Kept | null
    return Array.isArray(kept?.faults) && Array.isArray(kept.calls) ? kept : inMemory
  } catch {
    return inMemory
  }
}

function writeKept(kept: Kept): void {
  inMemory = kept
  try {
    const hasCalls = kept.calls.some((at) => Date.now() - at < HOUR_MS)
    if (kept.faults.length === 0 && !hasCalls) localStorage.removeItem(KEPT_FAULTS)
    else localStorage.setItem(KEPT_FAULTS, JSON.stringify(kept))
  } catch {
    // Blocked.
  }
}

function routeOf(path: string): string {
  const isRoute = (route: string) => new RegExp(`^${route.replace(/\/\$[a-zA-Z]+/g, '/[^/]+')}/?$`).test(path)
  return ROUTE_PATHS.find((route) => !route.endsWith('/$') && isRoute(route)) ?? '/*'
}

function deviceClass(): DeviceClass {
  const short = Math.min(screen.width, screen.height)
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop'
  return short < TABLET_PX ? 'phone' : short < DESKTOP_PX ? 'tablet' : 'desktop'
}

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

function keep(found: DescribedFault): void {
  const { faults, calls } = readKept()
  const fresh: KeptFault = { ...found, route: routeOf(location.pathname), build: CLIENT_BUILD, count: 1 }
  const former = faults.find((one) => keyOf(one) === keyOf(fresh))
  const count = Math.min((former?.count ?? 0) + 1, COUNT_MOST)
  const others = faults.filter((one) => one !== former)
  writeKept({ faults: [{ ...fresh, count }, ...others].slice(0, FAULTS_MOST), calls })
}

async function send(): Promise<void> {
  const { faults, calls } = readKept()
  const [first] = faults
  const recent = calls.filter((at) => at <= Date.now() && Date.now() - at < HOUR_MS)
  if (!first || !navigator.onLine || recent.length >= CALLS_AN_HOUR) return
  const { build } = first
  const sent = faults.filter((one) => one.build === build)
  writeKept({ faults, calls: [...recent, Date.now()] })
  const body = JSON.stringify({ build, device: deviceClass(), faults: sent.map(toWire) })
  const response = await fetch(API_BASE + FAULTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    keepalive: true,
  })
  const { code } = (await response.json()) as { code: number }
  if (code !== 200 && code !== 400) return
  const now = readKept()
  const left = now.faults.flatMap((one) => {
    const count = one.count - (sent.find((other) => keyOf(other) === keyOf(one))?.count ?? 0)
    return count > 0 ? [{ ...one, count }] : []
  })
  writeKept({ ...now, faults: left })
}

async function sendOnce(): Promise<void> {
  try {
    if (navigator.locks) await navigator.locks.request('fire-faults', { ifAvailable: true }, (lock) => lock && send())
    else await send()
  } catch {
    // A fault of the reporter is never reported.
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
let noted = 0

function report(fault: NotedFault): void {
  try {
    if ((noted += 1) > NOTED_MOST) return
    const found = describeFault(fault)
    if (!found) return
    keep(found)
    timer ??= setTimeout(() => {
      timer = undefined
      void sendOnce()
    }, SEND_MS)
  } catch {
    // Blocked.
  }
}

function takeEarly(): readonly NotedFault[] {
  try {
    const early = JSON.parse(localStorage.getItem(EARLY_FAULTS) ?? '[]') as readonly (readonly [
      NotedFault[0],
      string?,
    ])[]
    localStorage.removeItem(EARLY_FAULTS)
    return early.map(([kind, chunk]) => [kind, { message: 'script not loaded', chunk }, undefined])
  } catch {
    return []
  }
}

const waiting = [...takeEarly(), ...(window.notedFaults ?? [])]
window.noteFault = (kind, error) => report([kind, error, new Error().stack])
waiting.forEach(report)
addEventListener('online', () => void sendOnce())
void sendOnce()
