import { useState } from 'react'
import { failureWords } from '#app/lib/request-words.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** `run` never rejects. `onError`: a handler, or the message of an error without one. */
export function useAsyncAction() {
  const [busy, setBusy] = useState(false)
  async function run(
    action: () => Promise<void>,
    onError: string | ((error: unknown) => void | Promise<void>) = '',
  ): Promise<void> {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      if (typeof onError === 'string') toast.error(failureWords(error, onError))
      else await onError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
