import { useRef, useState } from 'react'
import * as v from 'valibot'
import { phone as phoneRule } from '#contract/auth.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import type { Form } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { useSendCode } from './send-code.ts'

/** Phone and the code sent to it: what phone sign-in and recovery both ask for. */
export function PhoneFields({ form }: { form: Form<{ phone: string; checkCode: string }> }) {
  const phone = form.fields.phone.trim()
  const code = useSendCode(phone)
  const typed = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')

  async function ask() {
    setRefusal('')
    const parsed = v.safeParse(phoneRule, phone)
    if (!parsed.success) return form.blame({ phone: parsed.issues[0].message })
    try {
      await code.send()
      typed.current?.focus()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      if (fields['phone']) form.blame({ phone: fields['phone'] })
      else setRefusal(failureWords(error))
    }
  }

  return (
    <>
      <Field label="手机号" required error={form.errors['phone']}>
        {(control) => (
          <TextInput {...control} {...form.bind('phone')} type="tel" inputMode="numeric" autoComplete="tel" />
        )}
      </Field>
      <Field label="验证码" required error={form.errors['checkCode'] || refusal}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              {...form.bind('checkCode')}
              ref={typed}
              className="min-w-0 flex-1"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
            />
            <Button
              disabled={!code.ready}
              onClick={() => void ask()}
              className="w-[8.25rem] shrink-0 px-0 tabular-nums"
            >
              {code.text}
            </Button>
          </div>
        )}
      </Field>
    </>
  )
}
