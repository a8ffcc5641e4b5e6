import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { account as contract, accountName, type HandedOut, UNIT_CHOICE_SIZE } from '#contract/account.ts'
import { accountQuery, addAccount, renameAccount, suggestAccountName } from '#app/data/account.ts'
import { reloadUnits } from '#app/data/unit-management.ts'
import { UnitChoice } from '#app/parts/unit-choice.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import type { KnownAccount } from './unit-dialogs.tsx'

interface AccountDialogProps {
  readonly open: boolean
  readonly company: { readonly id: string; readonly name: string } | undefined
  readonly account: KnownAccount | undefined
  onClose(): void
  onTold(told: HandedOut): void
}

/** Source: document 2, section 3. */
export function AccountDialog({ open, onClose, ...what }: AccountDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <LazyDialog
      open={open}
      title={what.account ? '修改账号' : what.company ? '创建账号' : '新增账号'}
      width={600}
      closing="button"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            确定
          </Button>
        </>
      }
    >
      <AccountForm
        key={what.account?.id ?? what.company?.id}
        {...what}
        formId={formId}
        onBusy={setBusy}
        onClose={onClose}
      />
    </LazyDialog>
  )
}

const schema = v.object({
  companyId: v.pipe(
    v.string(),
    v.transform((typed: string): string | number => typed),
    contract.add.input.entries.companyId,
  ),
  account: accountName,
})

type FormProps = Omit<AccountDialogProps, 'open'> & { readonly formId: string; onBusy(busy: boolean): void }

function AccountForm({ company, account, formId, onBusy, onClose, onTold }: FormProps) {
  const client = useQueryClient()
  const empty = { companyId: company?.id ?? '', account: account?.account ?? '' }
  const form = useForm(schema, empty, async (fields) => {
    if (account) {
      await renameAccount(account.id, fields.account)
      toast.success(`修改成功：账号 ${fields.account}`)
    }
    const told = account ? null : await addAccount({ ...fields, ...(company && { companyName: company.name }) })
    if (!account) toast.success(`新增成功：账号 ${fields.account}`)
    void reloadUnits(client)
    if (told) onTold(told)
    else onClose()
  })
  const { change, busy, fields } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  const [typed, setTyped] = useState(account !== undefined)
  const { companyId } = fields
  const fill = useRef(change)
  useEffect(() => {
    fill.current = change
  })
  useEffect(() => {
    if (typed || companyId === '') return
    let left = false
    suggestAccountName(companyId)
      .then((name) => !left && fill.current({ account: name }))
      .catch(() => undefined)
    return () => void (left = true)
  }, [companyId, typed])
  const nameInput = useRef<HTMLInputElement>(null)
  // Typing replaces a suggestion, also one that arrives in the focused field.
  useLayoutEffect(() => {
    const input = nameInput.current
    if (!typed && fields.account !== '' && input === document.activeElement) input?.select()
  }, [fields.account, typed])
  return (
    <>
      {company || account ? (
        company && (
          <Field label="单位名称">{(control) => <TextInput {...control} value={company.name} readOnly />}</Field>
        )
      ) : (
        <UnitChoice
          name="companyId"
          hint="输入单位名称查找"
          nothing="没有找到单位"
          searchFirst
          value={companyId}
          error={form.errors['companyId']}
          query={(search) => accountQuery.companies({ search, currentPage: 1, pageSize: UNIT_CHOICE_SIZE })}
          onChange={(id) => change({ companyId: id })}
        />
      )}
      <form id={formId} onSubmit={form.submit} noValidate>
        <Field label="账号" required hint="4-32 位字母、数字、下划线、点或短横线" error={form.errors['account']}>
          {(control) => (
            <TextInput
              {...control}
              {...form.bind('account')}
              ref={nameInput}
              maxLength={32}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => !typed && event.target.select()}
              onInput={() => setTyped(true)}
            />
          )}
        </Field>
        <p role="alert" className="text-sm text-danger-ink">
          {form.refusal}
        </p>
      </form>
    </>
  )
}
