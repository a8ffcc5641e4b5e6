import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { REPEATED } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkIn, makeUp } from '#app/data/checkin.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'

export interface CheckingIn {
  readonly busy: boolean
  /** True if checked in manually today since mounting. */
  readonly byHand: () => boolean
  check(how: 'by-hand' | 'by-itself'): void
  makeUp(date: string): void
}

/** One at a time. */
export function useCheckIn(): CheckingIn {
  const client = useQueryClient()
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const handed = useRef('')

  async function run(change: () => Promise<string>, silentErrors = false) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      const words = await change()
      if (words !== REPEATED) toast.success(words)
    } catch (error) {
      if (!silentErrors) toast.error(failureWords(error))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    byHand: () => handed.current === shanghaiDay(new Date()),
    check(how) {
      const isOwn = how === 'by-hand'
      if (isOwn) handed.current = shanghaiDay(new Date())
      void run(() => checkIn(client, lawCompanyId, new Date()), !isOwn)
    },
    makeUp: (date) => void run(() => makeUp(client, lawCompanyId, date)),
  }
}
