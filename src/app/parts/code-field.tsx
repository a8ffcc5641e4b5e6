import type { Ref } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Form } from './use-form.ts'

interface CodeFieldProps {
  readonly form: Pick<Form<{ checkCode: string }>, 'bind'>
  readonly error: string | undefined
  readonly face: { readonly text: string; readonly ready: boolean }
  readonly ref: Ref<HTMLInputElement>
  onSend(): void
}

export function CodeField({ form, error, face, ref, onSend }: CodeFieldProps) {
  return (
    <Field label="验证码" required error={error}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            {...form.bind('checkCode')}
            ref={ref}
            className="min-w-0 flex-1"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
          />
          <Button disabled={!face.ready} onClick={onSend} className="w-[8.25rem] shrink-0 px-0 tabular-nums">
            {face.text}
          </Button>
        </div>
      )}
    </Field>
  )
}
