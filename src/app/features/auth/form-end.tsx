import type { Form } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'

interface FormEndProps {
  readonly form: Pick<Form<unknown>, 'refusal' | 'busy'>
  readonly label: string
}

export function FormEnd({ form, label }: FormEndProps) {
  return (
    <>
      <p role="alert" className="!-mt-4 min-h-[1.5rem] text-sm text-danger-ink">
        {form.refusal}
      </p>
      <Button type="submit" kind="primary" block busy={form.busy}>
        {label}
      </Button>
    </>
  )
}
