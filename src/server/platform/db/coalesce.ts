import type { Db } from './open-db.ts'

interface Flight {
  readonly running: Promise<unknown>
  next: Promise<unknown> | undefined
}

const flights = new WeakMap<object, Map<string, Flight>>()

/** A caller during a running read waits for the next one, so a result is never older than its request. */
export function coalesce<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
  const all = flights.get(db) ?? new Map<string, Flight>()
  flights.set(db, all)
  const start = (): Promise<T> => {
    const running = read().finally(() => {
      if (all.get(key) === flight && !flight.next) all.delete(key)
    })
    const flight: Flight = { running, next: undefined }
    all.set(key, flight)
    return running
  }
  const flight = all.get(key)
  if (!flight) return start()
  flight.next ??= flight.running.then(start, start)
  return flight.next as Promise<T>
}

const readings = new WeakMap<object, Map<string, { readonly stamp: string; readonly reading: Promise<unknown> }>>()

export const minuteOf = (now: Date): string => String(Math.floor(now.getTime() / 60_000))

/** @param stamp period of validity, as a minute or a day */
export function cachePer<T>(db: Db, key: string, stamp: string, read: () => Promise<T>): Promise<T> {
  const all = readings.get(db) ?? new Map<string, { stamp: string; reading: Promise<unknown> }>()
  readings.set(db, all)
  const kept = all.get(key)
  if (kept?.stamp === stamp) return kept.reading as Promise<T>
  // A drizzle query runs each time it is awaited; a promise runs it once.
  const reading = Promise.resolve().then(read)
  const entry = { stamp, reading }
  all.set(key, entry)
  reading.catch(() => {
    if (all.get(key) === entry) all.delete(key)
  })
  return reading
}
