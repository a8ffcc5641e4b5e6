import { useEffect, useState } from 'react'
import { type PushState, readPushState } from '#app/data/push.ts'

export function usePush() {
  const [state, setState] = useState<PushState>()
  const look = async () => setState(await readPushState())
  useEffect(() => void readPushState().then(setState), [])
  return { state, look }
}
