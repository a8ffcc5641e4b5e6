import { useState } from 'react'
import { signatureForm, type SignatureFindings } from '#contract/provider-console.ts'
import type { SignaturePart } from '#contract/signature.ts'
import { checkSignature } from '#app/data/provider-console.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

const EMPTY = { method: 'POST', path: '/open/v1/readings', time: '', nonce: '', body: '', signature: '' }

const METHODS = ['POST', 'GET'].map((value) => ({ value, label: value }))

const PARTS: Readonly<Record<SignaturePart, string>> = {
  appKey: 'appKey',
  provider: '服务商',
  time: 'x-time',
  nonce: 'x-nonce',
  signature: 'x-signature',
}

const LINES = ['请求方法', '路径', 'x-time', 'x-nonce', '请求体的 SHA-256']

const FIELDS = [
  { name: 'time', label: 'x-time', max: 32 },
  { name: 'nonce', label: 'x-nonce', max: 128 },
  { name: 'signature', label: 'x-signature', max: 256 },
] as const

export function SignatureCheck() {
  const [found, setFound] = useState<SignatureFindings>()
  const form = useForm(signatureForm, EMPTY, async (input) => setFound(await checkSignature(input)))
  const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, className: 'font-mono' } as const
  return (
    <Card title="检验签名">
      <form onSubmit={form.submit} noValidate>
        <p className="mb-3 text-sm text-ink-soft">
          粘贴一次被拒绝的请求，看哪一部分不符。不会执行该请求，也不会显示 secret。
        </p>
        <div className="grid gap-x-4 sm:grid-cols-[7rem_1fr]">
          <Field label="请求方法" error={form.errors['method']}>
            {(control) => <Select {...control} {...form.bind('method')} options={METHODS} />}
          </Field>
          <Field label="路径和查询串" required error={form.errors['path']}>
            {(control) => <TextInput {...control} {...form.bind('path')} {...typed} maxLength={2_000} />}
          </Field>
        </div>
        {FIELDS.map(({ name, label, max }) => (
          <Field key={name} label={label} required error={form.errors[name]}>
            {(control) => <TextInput {...control} {...form.bind(name)} {...typed} maxLength={max} />}
          </Field>
        ))}
        <Field label="请求体" hint="与实际发送的字节完全一致；GET 留空" error={form.errors['body']}>
          {(control) => <TextArea {...control} {...form.bind('body')} {...typed} rows={4} />}
        </Field>
        <p role="alert" className="text-sm text-danger-ink">
          {form.refusal}
        </p>
        <Button type="submit" kind="primary" busy={form.busy}>
          检验
        </Button>
      </form>
      {found && <Findings found={found} />}
    </Card>
  )
}

function Findings({ found }: { found: SignatureFindings }) {
  const lines = found.signedText.split('\n')
  return (
    <section aria-label="检验结果" className="mt-4 border-t border-line pt-4">
      <output className="block text-base font-semibold text-ink">
        {found.isAccepted ? '签名正确，可以接收' : '签名不会被接受'}
      </output>
      <ul className="mt-2 space-y-2">
        {found.findings.map(({ part, isRight, message }) => (
          <li key={part} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink">
            <Badge tone={isRight ? 'ok' : 'danger'}>{PARTS[part]}</Badge>
            <span className="min-w-0 flex-1 basis-48">{message}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-4 text-sm font-medium text-ink">参与签名的五行</h3>
      <dl className="mt-1 divide-y divide-line border-y border-line text-sm">
        {LINES.map((name, at) => (
          <div key={name} className="py-1.5 sm:flex sm:gap-3">
            <dt className="shrink-0 text-ink-soft sm:w-32">{name}</dt>
            <dd className="min-w-0 break-all font-mono text-ink">{lines[at]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-soft">服务器时间 {found.serverTime}</p>
    </section>
  )
}
