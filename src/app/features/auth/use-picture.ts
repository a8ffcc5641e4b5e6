import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchPicture } from '#app/data/sign-in.ts'

export interface Picture {
  /** Data URL; empty while loading. */
  readonly image: string
  readonly token: string
  readonly failure: string
  refresh(): void
}

export function usePicture(): Picture {
  const [shown, setShown] = useState({ image: '', token: '', failure: '' })
  const asked = useRef<AbortController>(undefined)

  const refresh = useCallback(() => {
    asked.current?.abort()
    const leave = new AbortController()
    asked.current = leave
    fetchPicture(leave.signal)
      .then(({ path, photographToken }) => setShown({ image: path, token: photographToken, failure: '' }))
      .catch((error: unknown) => {
        if (leave.signal.aborted) return
        setShown({ image: '', token: '', failure: error instanceof Error ? error.message : '' })
      })
  }, [])

  useEffect(() => {
    refresh()
    return () => asked.current?.abort()
  }, [refresh])
  return { ...shown, refresh }
}
