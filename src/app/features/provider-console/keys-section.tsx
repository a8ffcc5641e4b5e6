import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type ConsoleSummary, OVERLAP_HOURS, providerConsole } from '#contract/provider-console.ts'
import { revealSecret } from '#app/data/auth.ts'
import { rotateSecret } from '#app/data/provider-console.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { formatTime } from '#app/lib/format.ts'
import { useForm } from '#app/parts/use-form.ts'
import { CopyIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const passwordForm = v.object({ password: providerConsole.rotate.input.entries.password })

const HIDDEN = '••••••••••••••••'

type Asking = 'reveal' | 'rotate' | null

export function KeysSection({ own }: { own: ConsoleSummary }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  const [asking, setAsking] = useState<Asking>(null)
  if (own.appKey === null)
    return (
      <Card title="密钥">
        <p className="text-base text-ink-soft">通过审核后，appKey 和 secret 显示在这里。</p>
      </Card>
    )
  async function prove(password: string) {
    if (asking === 'rotate') {
      const rotated = await rotateSecret(client, password)
      setSecret(rotated.secret)
      toast.success('已更换 secret')
    } else setSecret(await revealSecret(password))
    setAsking(null)
  }
  return (
    <Card title="密钥">
      <dl className="divide-y divide-line border-y border-line">
        <KeyRow name="appKey" shown={own.appKey} copied={own.appKey} />
        <KeyRow name="secret" shown={secret || HIDDEN} copied={secret} />
      </dl>
      {own.formerUntil && (
        <p className="mt-3 text-sm text-attention-ink">
          原 secret 到 {formatTime(own.formerUntil)} 为止仍然有效，请在此之前换用新的；再次更换，原 secret 立即失效。
        </p>
      )}
      {asking ? (
        <AskPassword key={asking} asking={asking} onProven={prove} onCancel={() => setAsking(null)} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-2">
          {secret === '' && (
            <Button kind="primary" onClick={() => setAsking('reveal')}>
              显示 secret
            </Button>
          )}
          <Button onClick={() => setAsking('rotate')}>更换 secret</Button>
        </div>
      )}
    </Card>
  )
}

function KeyRow({ name, shown, copied }: { name: string; shown: string; copied: string }) {
  const copy = async () => {
    if (await copyText(copied)) toast.success(`复制成功：${name}`)
    else toast.error('复制失败，请手动抄写')
  }
  return (
    <div className="flex min-h-[3rem] items-center gap-3 py-1">
      <dt className="w-16 shrink-0 text-sm text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <span className="min-w-0 select-all break-all font-mono text-base text-ink">{shown}</span>
        {copied && <IconButton label={`复制 ${name}`} icon={<CopyIcon />} onClick={() => void copy()} />}
      </dd>
    </div>
  )
}

interface AskProps {
  readonly asking: 'reveal' | 'rotate'
  onProven(password: string): Promise<void>
  onCancel(): void
}

function AskPassword({ asking, onProven, onCancel }: AskProps) {
  const form = useForm(passwordForm, { password: '' }, ({ password }) => onProven(password))
  const isRotation = asking === 'rotate'
  return (
    <form onSubmit={form.submit} noValidate className="mt-4">
      {isRotation && (
        <p className="mb-2 text-base text-ink">
          新的 secret 立即生效，现在的 {OVERLAP_HOURS} 小时内仍然有效；再换一次，更早的立即失效。
        </p>
      )}
      <Field
        label="登录密码"
        required
        hint="请再次输入登录密码；未设过的，退出后点击“忘记密码”设置"
        error={form.errors['password'] || form.refusal}
      >
        {(control) => (
          <TextInput {...control} {...form.bind('password')} type="password" autoComplete="current-password" />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          {isRotation ? '更换' : '显示'}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  )
}
