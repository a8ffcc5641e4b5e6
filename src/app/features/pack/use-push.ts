import { useEffect, useState } from 'react'
import { type PushState, readPushState } from '#app/data/push.ts'

/** Whether this browser tells things while the app is closed, and how to look again; missing until the browser said. */
export function usePush() {
  const [state, setState] = useState<PushState>()
  const look = async () => setState(await readPushState())
  useEffect(() => void readPushState().then(setState), [])
  return { state, look }
}
