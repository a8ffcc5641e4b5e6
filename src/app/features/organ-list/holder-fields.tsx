import type { Form } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface Holder {
  readonly account: string
  readonly holder: string
}

export function HolderFields<F extends Holder>({ form }: { form: Form<F> }) {
  return (
    <>
      <Field label="使用人" required error={form.errors['holder']}>
        {(control) => <TextInput {...control} {...form.bind('holder')} maxLength={32} autoComplete="off" />}
      </Field>
      <Field label="账号" required hint="4-32 位字母、数字、下划线、点或短横线" error={form.errors['account']}>
        {(control) => (
          <TextInput
            {...control}
            {...form.bind('account')}
            maxLength={32}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </>
  )
}
