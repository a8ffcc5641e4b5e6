import type { ReactNode } from 'react'
import type { Form } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'

interface FormEndProps {
  readonly form: Pick<Form<unknown>, 'refusal' | 'busy'>
  readonly label: string
  readonly children?: ReactNode
}

export function FormEnd({ form, label, children }: FormEndProps) {
  return (
    <>
      <div className="!-mt-4 flex min-h-[1.5rem] items-center justify-between gap-2">
        <p role="alert" className="text-sm text-danger-ink">
          {form.refusal}
        </p>
        {children}
      </div>
      <Button type="submit" kind="primary" block busy={form.busy}>
        {label}
      </Button>
    </>
  )
}
