import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { REPEATED } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkIn, makeUp } from '#app/data/checkin.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** `快了 2 小时` */
function clockWords(minutesAhead: number): string {
  const off = Math.abs(minutesAhead)
  const [amount, unit] = off < 120 ? [off, '分钟'] : off < 2880 ? [off / 60, '小时'] : [off / 1440, '天']
  return `${minutesAhead > 0 ? '快' : '慢'}了约 ${Math.round(amount)} ${unit}`
}

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

  async function run(change: () => Promise<string>, silent = false) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      toast.success(await change())
    } catch (error) {
      const text = failureWords(error)
      if (text !== REPEATED && !silent) toast.error(text)
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
      void run(async () => {
        const { text, clockAheadMinutes } = await checkIn(client, lawCompanyId, new Date())
        if (clockAheadMinutes !== null) toast.info(`本机时间${clockWords(clockAheadMinutes)}，请校准`)
        return text
      }, !isOwn)
    },
    makeUp: (date) => void run(() => makeUp(client, lawCompanyId, date)),
  }
}
