import { startTransition, useEffect, useState } from 'react'
import { fetchCharts } from './fetch-charts.ts'

let hasPainted = false

/**
 * Whether the first figures stand on the screen, so that charts and the cards beyond may follow: all at once, a slow
 * device shows nothing for twice as long. True from the start on later visits.
 */
export function useFiguresFirst(): boolean {
  const [painted, setPainted] = useState(hasPainted)
  useEffect(() => {
    if (hasPainted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The timer runs behind the painting of the frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        hasPainted = true
        startTransition(() => setPainted(true))
        fetchCharts()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return painted
}
