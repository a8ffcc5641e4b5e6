import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { type LoginPhone, loginPhoneForm } from '#contract/login-phone.ts'
import { changeLoginPhone, loginPhoneQuery, sendPhoneCode } from '#app/data/login-phone.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { CodeField } from '#app/parts/code-field.tsx'
import { useSendCode } from '#app/parts/send-code.ts'
import { type Form, useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

type PhoneForm = Form<{ phone: string; checkCode: string; password: string }>

/** Changing it requires the password and an SMS code. */
export function LoginPhoneDialog({ onClose }: { onClose: () => void }) {
  const own = useQuery(loginPhoneQuery.detail())
  const client = useQueryClient()
  const id = useId()
  const form = useForm(loginPhoneForm, { phone: '', checkCode: '', password: '' }, async (input) => {
    await changeLoginPhone(input)
    toast.success('登录手机号已更换')
    onClose()
    await client.invalidateQueries({ queryKey: loginPhoneQuery.detail().queryKey })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="登录手机号"
      width={600}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} kind="primary" busy={form.busy} disabled={!own.data}>
            确定
          </Button>
        </>
      }
    >
      <QueryResult
        of={own}
        waiting={
          <Loading>
            <SkeletonText lines={4} />
          </Loading>
        }
      >
        {(told) => <Fields id={id} form={form} told={told} />}
      </QueryResult>
    </Dialog>
  )
}

function Fields({ id, form, told }: { id: string; form: PhoneForm; told: LoginPhone }) {
  const typed = useRef<HTMLInputElement>(null)
  const phone = form.fields.phone.trim()
  const code = useSendCode(phone, () => sendPhoneCode(phone))
  const [refusal, setRefusal] = useState('')
  const { proposed } = told

  async function send() {
    setRefusal('')
    const parsed = v.safeParse(loginPhoneForm.entries.phone, phone)
    if (!parsed.success) return form.blame({ phone: parsed.issues[0].message })
    try {
      await code.send()
      typed.current?.focus()
    } catch (error) {
      const text = error instanceof CallError ? error.fields['phone'] : undefined
      if (text) form.blame({ phone: text })
      else setRefusal(failureWords(error))
    }
  }

  return (
    <form id={id} onSubmit={form.submit} noValidate className="space-y-1">
      <p className="text-base text-ink">
        {told.phone ? `当前登录手机号 ${told.phone}` : '尚未设置登录手机号'}
        {told.isManagers && '，与本单位消防安全管理人的电话相同'}
      </p>
      <p className="pb-3 text-sm text-ink-soft">
        用于验证码登录和找回密码。{told.phone && '更换后，原手机号会收到短信通知。'}
      </p>
      <Field label="新手机号" required error={form.errors['phone']}>
        {(control) => <TextInput {...control} {...form.bind('phone')} type="tel" autoComplete="tel" maxLength={11} />}
      </Field>
      {proposed && proposed !== phone && (
        <p className="pb-3">
          <Button size="small" onClick={() => form.change({ phone: proposed })}>
            使用消防安全管理人的电话 {proposed}
          </Button>
        </p>
      )}
      <CodeField
        form={form}
        error={form.errors['checkCode'] || refusal}
        face={code}
        ref={typed}
        onSend={() => void send()}
      />
      <Field label="登录密码" required error={form.errors['password']}>
        {(control) => (
          <TextInput {...control} {...form.bind('password')} type="password" autoComplete="current-password" />
        )}
      </Field>
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </form>
  )
}
