import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { nextTask } from '#app/lib/next-task.ts'
import { fetchCharts } from './fetch-charts.ts'

let hasPainted = false

/**
 * How much may follow the first figures: 0 until they stand on the screen, then one group of cards more in each task,
 * up to `groups`. All at once, a slow device shows nothing for twice as long and answers no tap; in React's own slices,
 * a frame is painted between every two of them. Everything from the start on later visits.
 */
export function useFiguresFirst(groups: number): number {
  const [shown, setShown] = useState(hasPainted ? groups : 0)
  useEffect(() => {
    if (shown === groups) return
    // At once, or it is drawn together with the next chart.
    if (shown > 0) return nextTask(() => flushSync(() => setShown(shown + 1)))
    let timer: ReturnType<typeof setTimeout> | undefined
    // The timer runs behind the painting of the frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        hasPainted = true
        setShown(1)
        fetchCharts()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [shown, groups])
  return shown
}
