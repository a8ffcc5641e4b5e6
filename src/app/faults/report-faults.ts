import { API_BASE } from '#app/env.ts'
import { EARLY_FAULTS, KEPT_FAULTS, type NotedFault } from '#app/prefetch/note-faults.ts'
import { deviceClass } from '#app/lib/device-class.ts'
import { FAULTS_PATH } from '#contract/fault.rules.ts'
import { routeOf } from '#contract/route.rules.ts'
import { describeFault } from './describe-fault.ts'
import type { DescribedFault } from './fault-of-error.ts'
import { isIdle, isKeptFaults, type KeptFaults, NO_FAULTS, sendFaults, withFault } from './kept-faults.ts'

declare global {
  const CLIENT_BUILD: string
  const ROUTE_PATHS: readonly string[]
}

const NOTED_MOST = 100
const SEND_MS = 1000

let inMemory = NO_FAULTS

function read(): KeptFaults {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_FAULTS) ?? 'null')
    return isKeptFaults(kept) ? kept : inMemory
  } catch {
    return inMemory
  }
}

function write(kept: KeptFaults): void {
  inMemory = kept
  try {
    if (isIdle(kept)) localStorage.removeItem(KEPT_FAULTS)
    else localStorage.setItem(KEPT_FAULTS, JSON.stringify(kept))
  } catch {
    // Blocked.
  }
}

function keep(found: DescribedFault): void {
  const route = routeOf(location.pathname, ROUTE_PATHS) ?? '/*'
  write(withFault(read(), { ...found, route, build: CLIENT_BUILD }))
}

const send = () => sendFaults(API_BASE + FAULTS_PATH, deviceClass(), { read, write })

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
