import { phoneForm } from '#contract/auth.ts'
import { signInUnified } from '#app/data/auth.ts'
import { useForm } from '#app/parts/use-form.ts'
import { FormEnd } from './form-end.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { useArrival } from './use-arrival.ts'

export function PhoneForm() {
  const arrive = useArrival()
  const form = useForm(phoneForm, { phone: '', checkCode: '' }, async (input) => arrive(await signInUnified(input)))
  return (
    <form onSubmit={form.submit} noValidate className="space-y-1">
      <PhoneFields form={form} />
      <FormEnd form={form} label="登录" />
    </form>
  )
}
