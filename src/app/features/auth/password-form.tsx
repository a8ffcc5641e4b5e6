import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { signInForm, type signInCalls } from '#contract/sign-in.ts'
import type { SignInResult } from '#app/data/sign-in.ts'
import { DEVICE_ACCOUNTS, readStored } from '#app/lib/storage.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { FormEnd } from './form-end.tsx'
import { PictureField } from './picture-code.tsx'
import { useArrival } from './use-arrival.ts'
import { usePicture } from './use-picture.ts'

const DeviceAccounts = lazy(() => import('./device-accounts.tsx').then((m) => ({ default: m.DeviceAccounts })))

/** Sign-in pages and portal use different ones. */
export type ProvePassword = (input: Omit<InputOf<typeof signInCalls.signIn>, 'type'>) => Promise<SignInResult>

/** A failed attempt loads a new picture. */
export function PasswordForm({ prove, children }: { prove: ProvePassword; children: ReactNode }) {
  const arrive = useArrival()
  const picture = usePicture()
  const [isShared] = useState(() => readStored(DEVICE_ACCOUNTS))
  const form = useForm(
    signInForm,
    { account: '', password: '', photographCode: '' },
    async (input) => arrive(await prove({ ...input, photographToken: picture.token })),
    () => {
      picture.refresh()
      return { photographCode: '' }
    },
  )
  return (
    <form onSubmit={form.submit} noValidate className="space-y-1">
      {isShared !== undefined && (
        <Suspense>
          <DeviceAccounts onChoose={(account) => form.change({ account })} />
        </Suspense>
      )}
      <Field label="账号" required error={form.errors['account']}>
        {(control) => <TextInput {...control} {...form.bind('account')} autoComplete="username" autoCapitalize="off" />}
      </Field>
      <div className="relative space-y-1 pt-1">
        <Field label="密码" required error={form.errors['password']}>
          {(control) => (
            <TextInput {...control} {...form.bind('password')} type="password" autoComplete="current-password" />
          )}
        </Field>
        <PictureField label="验证码" form={form} picture={picture} />
        <FormEnd form={form} label="登录" />
        {children}
      </div>
    </form>
  )
}
