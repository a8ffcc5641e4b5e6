import { useEffect, useState } from 'react'
import {
  changeRefreshSettings,
  readRefreshState,
  type RefreshSettings,
  type RefreshState,
} from '#app/offline/refresh/refresh-state.ts'
import { type RefreshSupport, refreshSupport, requestRefresh } from '#app/offline/refresh/request-refresh.ts'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'

export function useRefresh() {
  const [support, setSupport] = useState<RefreshSupport>()
  const [state, setState] = useState<RefreshState>()
  const uid = currentSession()?.user.id

  useEffect(() => {
    let isGone = false
    async function read() {
      const found = await refreshSupport()
      const stored = found === 'unsupported' || !uid ? undefined : await readRefreshState(uid, Date.now())
      if (isGone) return
      setState(stored)
      setSupport(found)
    }
    const readAgain = () => {
      if (document.visibilityState === 'visible') void read().catch(() => undefined)
    }
    readAgain()
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', readAgain)
    }
  }, [uid])

  async function change(settings: Partial<RefreshSettings>) {
    if (!uid) return
    try {
      setState(await changeRefreshSettings(uid, Date.now(), settings))
      await requestRefresh(uid)
    } catch {
      toast.error('本机存储不可用，设置未保存')
    }
  }
  return { support, state, change }
}
