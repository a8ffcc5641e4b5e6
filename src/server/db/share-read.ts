import type { Db } from './open-db.ts'

interface Flight {
  readonly running: Promise<unknown>
  next: Promise<unknown> | undefined
}

const flights = new WeakMap<object, Map<string, Flight>>()

/**
 * Reads once for all who ask the same at the same time. Whoever asks while a reading is under way waits for the next
 * one: an answer is never older than the question.
 * @param key what is asked, whole
 */
export function shareRead<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
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

/** Reads once within one call, when it is first asked for. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => (reading ??= read())
}

const readings = new WeakMap<object, Map<string, { readonly stamp: string; readonly reading: Promise<unknown> }>>()

/** A stamp for what may be a minute old. */
export const minuteOf = (now: Date): string => String(Math.floor(now.getTime() / 60_000))

/**
 * Reads once for all who ask under the same stamp, as long as nobody asks under another: for what is dear to read and
 * may be as old as its stamp says.
 * @param key what is asked
 * @param stamp until when the answer serves, as a minute or a day
 */
export function keepRead<T>(db: Db, key: string, stamp: string, read: () => Promise<T>): Promise<T> {
  const all = readings.get(db) ?? new Map<string, { stamp: string; reading: Promise<unknown> }>()
  readings.set(db, all)
  const kept = all.get(key)
  if (kept?.stamp === stamp) return kept.reading as Promise<T>
  // A query runs anew for each who waits on it; a promise of its own runs it once.
  const reading = Promise.resolve().then(read)
  const entry = { stamp, reading }
  all.set(key, entry)
  reading.catch(() => {
    if (all.get(key) === entry) all.delete(key)
  })
  return reading
}
