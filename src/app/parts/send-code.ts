import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** How long the wait text stands at least, and how long until a phone may be sent another code. Source: document 1, section 4. */
const WAIT_MS = 500
const AGAIN_MS = 60_000

interface Sending {
  /** When each phone may be sent another code, in milliseconds since 1970. */
  readonly again: Readonly<Record<string, number>>
  /** The phone a code is just being sent to. */
  readonly now: string | null
}

// Outside React: leaving the panel and coming back must not make a second code look possible.
const sending = createStore<Sending>({ again: {}, now: null })

/** What the button says and whether it can be pressed. */
export function sendCodeFace(
  phone: string,
  { again, now }: Sending,
  at: number,
): { readonly text: string; readonly ready: boolean } {
  if (now !== null) return { text: '发送中…', ready: false }
  const left = Math.ceil(((again[phone] ?? 0) - at) / 1000)
  return left > 0 ? { text: `${left} 秒后重新获取`, ready: false } : { text: '获取验证码', ready: true }
}

/**
 * Sends a code to the phone in the form, and counts down until another may be sent.
 * @param deliver makes the call
 */
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
