import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { auth } from '#contract/auth.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { maskSecret } from '#contract/mask-secret.ts'
import { revealSecret } from '#app/data/auth.ts'
import { fetchUser } from '#app/data/sign-in.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { MISSING } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useForm } from '#app/parts/use-form.ts'
import { CopyIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const [turn, setTurn] = useState(0)
  return (
    <Dialog open onClose={onClose} title="授权信息" width={600} footer={<Button onClick={onClose}>关闭</Button>}>
      <Keys key={turn} onRetry={() => setTurn(turn + 1)} />
    </Dialog>
  )
}

function Keys({ onRetry }: { onRetry(): void }) {
  const [user, setUser] = useState<UserDetail | null>(null)
  const [failure, setFailure] = useState('')
  const [secret, setSecret] = useState('')

  useEffect(() => {
    const leave = new AbortController()
    fetchUser(leave.signal)
      .then(setUser)
      .catch((error: unknown) => {
        if (!leave.signal.aborted) setFailure(failureWords(error))
      })
    return () => leave.abort()
  }, [])

  if (failure)
    return (
      <Empty
        title={failure}
        action={
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        }
      />
    )
  if (!user)
    return (
      <Loading>
        <SkeletonText lines={3} />
      </Loading>
    )
  const { appKey } = user
  return (
    <>
      <p className="mb-3 text-sm text-ink-soft">
        本单位的程序用它签名，可以查询本单位建筑的点位和记录。请勿提供给无关人员。
      </p>
      <dl className="divide-y divide-line border-y border-line">
        <KeyRow name="appKey" shown={appKey === null ? MISSING : maskSecret(appKey)} copied={appKey ?? ''} />
        <KeyRow name="secret" shown={secret || (user.secret ?? MISSING)} copied={secret} />
      </dl>
      {user.secret !== null && (
        <Reveal isShown={secret !== ''} mayRenew={user.role !== 'provider'} onRevealed={setSecret} />
      )}
    </>
  )
}

function KeyRow({ name, shown, copied }: { name: string; shown: string; copied: string }) {
  async function copy() {
    if (await copyText(copied)) toast.success(`复制成功：${name}`)
    else toast.error(`${name} 未复制，请手动抄写`)
  }
  return (
    <div className="flex min-h-[3rem] items-center gap-3 py-1">
      <dt className="w-16 shrink-0 text-sm text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <span className="min-w-0 break-all font-mono text-base text-ink">{shown}</span>
        {copied && <IconButton label={`复制 ${name}`} icon={<CopyIcon />} onClick={() => void copy()} />}
      </dd>
    </div>
  )
}

const passwordForm = v.object({ password: auth.revealSecret.input.entries.password })

interface RevealProps {
  readonly isShown: boolean
  readonly mayRenew: boolean
  onRevealed(secret: string): void
}

function Reveal({ isShown, mayRenew, onRevealed }: RevealProps) {
  const [asked, setAsked] = useState<'reveal' | 'renew' | null>(null)
  const tell = (secret: string) => {
    if (asked === 'renew') toast.success('已更换密钥')
    setAsked(null)
    onRevealed(secret)
  }
  if (asked) return <AskPassword renew={asked === 'renew'} onRevealed={tell} />
  return (
    <div className="mt-4 flex gap-2">
      {!isShown && <Button onClick={() => setAsked('reveal')}>显示密钥</Button>}
      {mayRenew && <Button onClick={() => setAsked('renew')}>更换密钥</Button>}
    </div>
  )
}

function AskPassword({ renew, onRevealed }: { renew: boolean; onRevealed(secret: string): void }) {
  const typed = useRef<HTMLInputElement>(null)
  const form = useForm(passwordForm, { password: '' }, async ({ password }) =>
    onRevealed(await revealSecret(password, renew)),
  )
  useEffect(() => void typed.current?.focus(), [])
  return (
    <form onSubmit={form.submit} noValidate className="mt-4">
      <Field
        label="登录密码"
        required
        hint={renew ? '请再次输入登录密码，原密钥立即失效' : '请再次输入登录密码，查看会被记录'}
        error={form.errors['password'] || form.refusal}
      >
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              {...form.bind('password')}
              type="password"
              autoComplete="current-password"
              className="min-w-0 flex-1"
              ref={typed}
            />
            <Button type="submit" kind="primary" busy={form.busy}>
              {renew ? '更换' : '查看'}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
