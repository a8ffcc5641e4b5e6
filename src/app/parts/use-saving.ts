import { useEffect, useRef, useState } from 'react'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { useAsyncAction } from './use-async-action.ts'

/** For a dialog whose input the server checks: focuses the first field in error; others are a message. */
export function useSaving(otherwise = '未能提交，请重试') {
  const form = useRef<HTMLDivElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const { busy, run } = useAsyncAction()
  useEffect(() => {
    const told = Object.values(errors).filter(Boolean)
    if (told.length === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid],[role=alert][tabindex]')
    if (wrong) wrong.focus()
    else toast.error(told.join('，'))
  }, [errors])
  async function save(work: () => Promise<void>): Promise<void> {
    setErrors({})
    await run(work, (error) => {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) toast.error(failureWords(error, otherwise))
    })
  }
  return { form, errors, setErrors, busy, save }
}
