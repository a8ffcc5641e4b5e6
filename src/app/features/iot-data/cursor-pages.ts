import { useState } from 'react'

interface Place {
  readonly rowKey: string
  readonly reversed: boolean
}

interface Keyed {
  readonly rowKey: string
}

const FIRST: Place = { rowKey: '', reversed: false }

/** Back requests rows before the first shown: new rows shift nothing. */
export function useCursorPages() {
  const [places, setPlaces] = useState<readonly Place[]>([FIRST])
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
      const kept = places.slice(0, -1)
      const [first] = rows
      setPlaces(first ? [...kept.slice(0, -1), { rowKey: first.rowKey, reversed: true }] : kept)
    },
    restart: () => setPlaces([FIRST]),
  }
}
