import { useRef } from 'react'
import { openManual } from '#app/data/document.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { owesInformation, owesPassword, useSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** Null for the authority. Source: document 1, section 6. */
export function useManual(): (() => void) | null {
  const session = useSession()
  const coming = useRef(false)
  if (!session || session.user.role === 'government' || owesPassword(session) || owesInformation(session)) return null
  return () => {
    if (coming.current) return
    coming.current = true
    openWhenReady(() => openManual(session.user.sysOrganId))
      .catch((error: unknown) => toast.error(failureWords(error, '使用手册打开失败，请重试')))
      .finally(() => {
        coming.current = false
      })
  }
}
