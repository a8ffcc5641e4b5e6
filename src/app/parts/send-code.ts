import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** Source: document 1, section 4. */
const WAIT_MS = 500
const AGAIN_MS = 60_000

interface Sending {
  /** By phone, milliseconds since 1970. */
  readonly again: Readonly<Record<string, number>>
  readonly now: string | null
}

// Outside React: the countdown must survive remounting the panel.
const sending = createStore<Sending>({ again: {}, now: null })

export function sendCodeFace(
  phone: string,
  { again, now }: Sending,
  at: number,
): { readonly text: string; readonly ready: boolean } {
  if (now !== null) return { text: '发送中', ready: false }
  const left = Math.ceil(((again[phone] ?? 0) - at) / 1000)
  return left > 0 ? { text: `${left} 秒后重新获取`, ready: false } : { text: '获取验证码', ready: true }
}

export function useSendCode(phone: string, deliver: () => Promise<unknown>) {
  const state = useSyncExternalStore(sending.follow, sending.read)
  const [at, setAt] = useState(() => Date.now())
  const face = sendCodeFace(phone, state, at)
  useEffect(() => {
    if (face.ready) return undefined
    const timer = setInterval(() => setAt(Date.now()), 250)
    return () => clearInterval(timer)
  }, [face.ready])

  async function send() {
    const { again } = sending.read()
    sending.write({ again, now: phone })
    try {
      const shown = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      await deliver()
      toast.success('已发送验证码，请查收')
      await shown
      setAt(Date.now())
      sending.write({ again: { ...again, [phone]: Date.now() + AGAIN_MS }, now: null })
    } catch (error) {
      sending.write({ again, now: null })
      throw error
    }
  }
  return { ...face, send }
}
