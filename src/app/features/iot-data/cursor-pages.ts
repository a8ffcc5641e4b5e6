import { useState } from 'react'
import type { TimeSpan } from '#app/ui/date-range-math.ts'

interface Place {
  readonly rowKey: string
  readonly reversed: boolean
}

interface Keyed {
  readonly rowKey: string
}

const FIRST: Place = { rowKey: '', reversed: false }
const ONE: readonly Place[] = [FIRST]

/** Back requests rows before the first shown: new rows shift nothing. */
export function useCursorPages({ start, end }: TimeSpan) {
  const key = `${start} ${end}`
  const [kept, setKept] = useState({ key, places: ONE })
  const places = kept.key === key ? kept.places : ONE
  const setPlaces = (now: readonly Place[]) => setKept({ key, places: now })
  const page = places.length
  return {
    page,
    place: places[page - 1] ?? FIRST,
    next: (rows: readonly Keyed[]) => {
      const last = rows[rows.length - 1]
      if (last) setPlaces([...places, { rowKey: last.rowKey, reversed: false }])
    },
    back: (rows: readonly Keyed[]) => {
      if (page === 1) return
      const before = places.slice(0, -1)
      const [first] = rows
      setPlaces(
        first && before.length > 1 ? [...before.slice(0, -1), { rowKey: first.rowKey, reversed: true }] : before,
      )
    },
  }
}
