import { useState } from 'react'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { useAsyncAction } from './use-async-action.ts'

/** For a dialog whose input the server checks: field errors stay at their fields, others are a message. */
export function useSaving() {
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const { busy, run } = useAsyncAction()
  async function save(work: () => Promise<void>): Promise<void> {
    setErrors({})
    await run(work, (error) => {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) toast.error(failureWords(error, '未能提交，请重试'))
    })
  }
  return { errors, setErrors, busy, save }
}
