import { useSyncExternalStore } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import { createStore } from '#app/ui/store.ts'
import { toast } from '#app/ui/toast-queue.ts'

export type PositionFailure = 'insecure' | 'unsupported' | 'refused' | 'unknown' | 'late'

type Position =
  | { readonly state: 'unasked' | 'asking' }
  | { readonly state: 'failed'; readonly failure: PositionFailure }
  | {
      readonly state: 'known'
      readonly place: LngLat
      readonly accuracy: number
      readonly at: number
      readonly isAgain?: boolean
    }

const LONGEST_MS = 20_000
const UNANSWERED_MS = 10_000
const FAILURES: Readonly<Record<number, PositionFailure>> = { 1: 'refused', 2: 'unknown', 3: 'late' }

const position = createStore<Position>({ state: 'unasked' })

export const usePosition = () => useSyncExternalStore(position.follow, position.read)

let timer: ReturnType<typeof setTimeout> | undefined

export function forgetUnknown(): void {
  if (position.read().state === 'known') return
  clearTimeout(timer)
  position.write({ state: 'unasked' })
}

const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4

export async function locateIfAllowed(leaving: AbortSignal): Promise<void> {
  if (position.read().state !== 'unasked' || !('permissions' in navigator)) return
  const { state } = await navigator.permissions.query({ name: 'geolocation' })
  if (!leaving.aborted && state === 'granted' && position.read().state === 'unasked') locate()
}

/** Browsers report WGS-84. Rounded to about ten metres. */
export function locate(): void {
  if (!window.isSecureContext) return position.write({ state: 'failed', failure: 'insecure' })
  if (!('geolocation' in navigator)) return position.write({ state: 'failed', failure: 'unsupported' })
  const before = position.read()
  const isAgain = before.state === 'known'
  position.write(isAgain ? { ...before, isAgain } : { state: 'asking' })
  const fail = ({ code }: { readonly code: number }) => {
    clearTimeout(timer)
    if (!isAgain) return position.write({ state: 'failed', failure: FAILURES[code] ?? 'unknown' })
    position.write({ ...before, isAgain: false })
    toast.error('未能重新定位，仍按上次位置')
  }
  clearTimeout(timer)
  timer = setTimeout(() => fail({ code: 3 }), LONGEST_MS + UNANSWERED_MS)
  navigator.geolocation.getCurrentPosition(
    ({ coords: { longitude, latitude, accuracy } }) => {
      clearTimeout(timer)
      position.write({ state: 'known', place: [rounded(longitude), rounded(latitude)], accuracy, at: Date.now() })
    },
    fail,
    { enableHighAccuracy: true, timeout: LONGEST_MS, maximumAge: 0 },
  )
}
