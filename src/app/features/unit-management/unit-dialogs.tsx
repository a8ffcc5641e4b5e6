import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { enableAccount, resetPassword } from '#app/data/account.ts'
import { reloadUnits, removeUnit } from '#app/data/unit-management.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { confirm } from '#app/ui/confirm.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const AccountDialog = onDemand(() => import('./account-dialog.tsx').then((loaded) => loaded.AccountDialog))
const PasswordDialog = onDemand(() => import('#app/parts/password-dialog.tsx').then((loaded) => loaded.PasswordDialog))
const UnitFormDialog = lazy(() =>
  import('./unit-form-dialog.tsx').then((loaded) => ({ default: loaded.UnitFormDialog })),
)

interface Named {
  readonly id: string
  readonly name: string
}

export interface KnownAccount {
  readonly id: string
  readonly account: string
}

export type UnitDialogAsked =
  | { readonly what: 'add' }
  | { readonly what: 'edit'; readonly id: string }
  | { readonly what: 'remove'; readonly company: Named }
  | { readonly what: 'account'; readonly company?: Named; readonly account: KnownAccount | undefined }
  | { readonly what: 'reset'; readonly account: KnownAccount }
  | { readonly what: 'enable'; readonly account: KnownAccount; readonly status: 0 | 1 }
  | { readonly what: 'password'; readonly told: HandedOut }

interface UnitDialogsProps {
  readonly asked: UnitDialogAsked | undefined
  onAsk(next: UnitDialogAsked | undefined): void
  onAdded?(): void
}

export function UnitDialogs({ asked, onAsk, onAdded = () => undefined }: UnitDialogsProps) {
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  useConfirmed(asked, onAsk)
  const close = () => onAsk(undefined)
  if (!last) return null
  const open = asked === last
  return (
    <>
      {(last.what === 'add' || last.what === 'edit') && open && (
        <Suspense fallback={null}>
          <UnitFormDialog unitId={last.what === 'edit' ? last.id : undefined} onAdded={onAdded} onClose={close} />
        </Suspense>
      )}
      {last.what === 'account' && (
        <AccountDialog
          open={open}
          company={last.company}
          account={last.account}
          onClose={close}
          onTold={(told) => onAsk({ what: 'password', told })}
        />
      )}
      {last.what === 'password' && <PasswordDialog open={open} told={last.told} onClose={close} />}
    </>
  )
}

/** Source: document 2, section 5. */
function useConfirmed(asked: UnitDialogAsked | undefined, onAsk: (next: UnitDialogAsked | undefined) => void): void {
  const client = useQueryClient()
  const next = useRef(onAsk)
  useEffect(() => {
    next.current = onAsk
  })
  useEffect(() => {
    if (asked?.what !== 'remove' && asked?.what !== 'reset' && asked?.what !== 'enable') return
    const run = async () => {
      next.current(undefined)
      if (asked.what === 'remove') {
        const { id, name } = asked.company
        if (
          !(await confirm({
            question: `是否删除“${name}”？`,
            detail: '单位的登记信息和账号一并删除，不能恢复。',
            yes: '删除',
            danger: true,
          }))
        )
          return
        await removeUnit(client, id)
        toast.success(`已删除“${name}”`)
      } else if (asked.what === 'reset') {
        const { id, account } = asked.account
        const detail = '该账号立即退出登录，须用一次性密码登录并修改密码。'
        if (!(await confirm({ question: `是否重置账号“${account}”的密码？`, detail, yes: '重置' }))) return
        const told = await resetPassword(id)
        toast.success(`已重置账号“${account}”的密码`)
        if (told) next.current({ what: 'password', told })
      } else {
        const { id, account } = asked.account
        const word = asked.status === 0 ? '启用' : '停用'
        const question = `是否${word}账号“${account}”？`
        const isSure =
          asked.status === 0
            ? await confirm({ question, detail: '启用后可以登录。', yes: word })
            : await confirm({ question, detail: '该账号立即退出登录，停用期间不能登录。', yes: word, danger: true })
        if (!isSure) return
        await enableAccount(id, asked.status)
        toast.success(`已${word}账号“${account}”`)
        void reloadUnits(client)
      }
    }
    run().catch((error: unknown) => toast.error(failureWords(error, '账号未更改，请重试')))
  }, [asked, client])
}
