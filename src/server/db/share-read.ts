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
