import { type ReactNode, useEffect, useRef, useState } from 'react'
import { phoneForm, recoveryForm } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { recover, resetForgottenPassword } from '#app/data/auth.ts'
import { useForm } from '#app/parts/use-form.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { FormEnd } from './form-end.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { SupportFoot } from './support-foot.tsx'

interface RecoveryPanelProps {
  onLeave(): void
}

/** Source: document 1, Portal page. */
export function RecoveryPanel({ onLeave }: RecoveryPanelProps) {
  const [proven, setProven] = useState('')
  const [done, setDone] = useState(false)
  if (done) return <Success onLeave={onLeave} />
  return proven ? (
    <NewPassword phone={proven} onDone={() => setDone(true)} onLeave={onLeave} />
  ) : (
    <ProvePhone onProven={setProven} onLeave={onLeave} />
  )
}

function Panel({ title, onLeave, children }: RecoveryPanelProps & { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers announce it.
  useEffect(() => void heading.current?.focus(), [])
  return (
    <section>
      <header className="-ml-2 mb-4 flex items-center gap-1">
        <IconButton label="返回登录" icon={<ChevronLeftIcon />} onClick={onLeave} />
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
      </header>
      {children}
    </section>
  )
}

function ProvePhone({ onProven, onLeave }: RecoveryPanelProps & { onProven(phone: string): void }) {
  const form = useForm(phoneForm, { phone: '', checkCode: '' }, async (input) => {
    await recover(input)
    onProven(input.phone)
  })
  return (
    <Panel title="找回密码" onLeave={onLeave}>
      <form onSubmit={form.submit} noValidate className="space-y-1">
        <PhoneFields form={form} />
        <FormEnd form={form} label="下一步" />
      </form>
      <SupportFoot />
    </Panel>
  )
}

function NewPassword({ phone, onDone, onLeave }: RecoveryPanelProps & { phone: string; onDone(): void }) {
  const form = useForm(recoveryForm, { password: '', confirmPassword: '' }, async (input) => {
    await resetForgottenPassword({ phone, ...input })
    onDone()
  })
  return (
    <Panel title="设置新密码" onLeave={onLeave}>
      <form onSubmit={form.submit} noValidate className="space-y-1">
        <Field label="新密码" required hint={STRICT_PASSWORD_TEXT} error={form.errors['password']}>
          {(control) => (
            <TextInput {...control} {...form.bind('password')} type="password" autoComplete="new-password" />
          )}
        </Field>
        <Field label="确认密码" required error={form.errors['confirmPassword']}>
          {(control) => (
            <TextInput {...control} {...form.bind('confirmPassword')} type="password" autoComplete="new-password" />
          )}
        </Field>
        <FormEnd form={form} label="完成" />
      </form>
    </Panel>
  )
}

function Success({ onLeave }: RecoveryPanelProps) {
  return (
    <Panel title="密码重置成功" onLeave={onLeave}>
      <div className="flex flex-col items-center py-4 text-center">
        <CheckIcon className="rounded-full bg-ok-soft p-2 text-[3.5rem] text-ok-ink" />
        <p className="mb-6 mt-3 text-base text-ink">新密码已生效，请使用新密码登录</p>
        <Button kind="primary" block onClick={onLeave}>
          返回登录
        </Button>
      </div>
    </Panel>
  )
}
