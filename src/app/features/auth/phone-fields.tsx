import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import * as v from 'valibot'
import { phone as phoneRule } from '#contract/auth.ts'
import { sendCode } from '#app/data/auth.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { CodeField } from '#app/parts/code-field.tsx'
import { useSendCode } from '#app/parts/send-code.ts'
import type { Form } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { PictureField } from './picture-code.tsx'
import { type Picture, usePicture } from './use-picture.ts'

type SendCode = (input: Parameters<typeof sendCode>[0]) => Promise<unknown>

export function PhoneFields({
  form,
  deliver = sendCode,
}: {
  form: Pick<Form<{ phone: string; checkCode: string }>, 'fields' | 'errors' | 'bind' | 'blame'>
  deliver?: SendCode
}) {
  const phone = form.fields.phone.trim()
  const [photographCode, setPhotographCode] = useState('')
  /** Why the server requires one. */
  const [pictureError, setPictureError] = useState<string>()
  const picture = useRef<Picture>(null)
  const code = useSendCode(phone, () =>
    deliver({ phone, ...(picture.current && { photographCode, photographToken: picture.current.token }) }),
  )
  const typed = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')

  async function ask() {
    setRefusal('')
    const parsed = v.safeParse(phoneRule, phone)
    if (!parsed.success) return form.blame({ phone: parsed.issues[0].message })
    try {
      await code.send()
      setPictureError(undefined)
      typed.current?.focus()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setPictureError(fields['photographCode'])
      picture.current?.refresh()
      if (fields['phone']) form.blame({ phone: fields['phone'] })
      else if (!fields['photographCode']) setRefusal(failureWords(error))
    }
    setPhotographCode('')
  }

  return (
    <>
      <Field label="手机号" required error={form.errors['phone']}>
        {(control) => (
          <TextInput {...control} {...form.bind('phone')} type="tel" inputMode="numeric" autoComplete="tel" />
        )}
      </Field>
      {pictureError !== undefined && (
        <PhonePicture ref={picture} value={photographCode} error={pictureError} onChange={setPhotographCode} />
      )}
      <CodeField
        form={form}
        error={form.errors['checkCode'] || refusal}
        face={code}
        ref={typed}
        onSend={() => void ask()}
      />
    </>
  )
}

interface PhonePictureProps {
  readonly value: string
  readonly error: string
  onChange(value: string): void
  readonly ref: Ref<Picture>
}

/** From the third SMS code of a day. */
function PhonePicture({ value, error, onChange, ref }: PhonePictureProps) {
  const picture = usePicture()
  useImperativeHandle(ref, () => picture, [picture])
  const frame = useRef<HTMLDivElement>(null)
  // The first one, and after a wrong code.
  const { token } = picture
  useEffect(() => {
    if (token) frame.current?.querySelector('input')?.focus()
  }, [token])
  return (
    <div ref={frame}>
      <PictureField
        label="图形验证码"
        picture={picture}
        form={{
          errors: { photographCode: error },
          bind: (name) => ({ name, value, onChange: ({ target }) => onChange(target.value) }),
        }}
      />
    </div>
  )
}
