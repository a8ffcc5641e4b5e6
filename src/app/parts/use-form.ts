import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { fieldErrors } from '#contract/messages.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'

export interface Form<F> {
  readonly errors: Readonly<Record<string, string | undefined>>
  /** Server error that belongs to no field. */
  readonly refusal: string
  readonly busy: boolean
  readonly fields: F
  bind(name: keyof F & string): {
    readonly name: string
    readonly value: string
    onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>): void
  }
  /** Updates fields and clears their errors. */
  change(fields: Partial<F>): void
  blame(errors: Readonly<Record<string, string>>): void
  submit(event: FormEvent<HTMLFormElement>): void
}

const focusFirst = (form: HTMLFormElement, errors: Readonly<Record<string, string>>) => {
  const named = Array.from(form.elements).find((el) => errors[(el as HTMLInputElement).name])
  if (named instanceof HTMLElement) named.focus()
}

/** @param onRefused returns fields to reset */
export function useForm<F extends Record<string, string>, O>(
  schema: v.GenericSchema<F, O>,
  empty: F,
  send: (output: O) => Promise<void>,
  onRefused?: () => Partial<F>,
): Form<F> {
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const change = (some: Partial<F>) => {
    setFields((now) => ({ ...now, ...some }))
    setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(some).map((name) => [name, ''])) }))
  }

  async function run(form: HTMLFormElement) {
    setRefusal('')
    const parsed = v.safeParse(schema, fields)
    const wrong = parsed.success ? {} : fieldErrors(parsed.issues)
    setErrors(wrong)
    if (!parsed.success) return focusFirst(form, wrong)
    sending.current = true
    setBusy(true)
    try {
      await send(parsed.output)
    } catch (error) {
      const refused = error instanceof CallError ? { ...error.fields } : {}
      const again = onRefused?.()
      if (again) setFields((now) => ({ ...now, ...again }))
      setErrors(refused)
      const told = Object.entries(refused)
      const others = told.flatMap(([name, text]) => (name in empty ? [] : text))
      if (others.length > 0 || told.length === 0) setRefusal([...new Set([failureWords(error), ...others])].join('：'))
      focusFirst(form, refused)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    errors,
    refusal,
    busy,
    fields,
    bind: (name) => ({
      name,
      value: fields[name] ?? '',
      onChange: (event) => change({ [name]: event.target.value } as Partial<F>),
    }),
    change,
    blame: setErrors,
    submit(event) {
      event.preventDefault()
      if (!sending.current) void run(event.currentTarget)
    },
  }
}
