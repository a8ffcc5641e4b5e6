import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { firstAccount } from '#contract/setup.ts'
import { createFirstAccount } from '#app/data/setup.ts'
import { useForm } from '#app/parts/use-form.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { FormEnd } from './form-end.tsx'
import { BrandFrame } from './sign-in-frame.tsx'

export function FirstRunScreen({ code }: { code: string }) {
  const [made, setMade] = useState('')
  return (
    <BrandFrame
      mark="authority"
      title="首次使用"
      lead="连接建筑消防设施、服务商与消防救援机构"
      who="平台暂无账号，请创建总队和第一个账号，各项必填"
    >
      {made ? (
        <>
          <output className="block text-base text-ink">
            已创建账号 {made}。登录后，首页的“开始接入”会列出接下来要做的事。
          </output>
          <Link to="/loginxf" className={cx(buttonClass({ kind: 'primary', block: true }), 'mt-4')}>
            去登录
          </Link>
        </>
      ) : (
        <FirstAccountForm code={code} onMade={setMade} />
      )}
    </BrandFrame>
  )
}

function FirstAccountForm({ code, onMade }: { code: string; onMade(account: string): void }) {
  const empty = { code, organ: '', holder: '', account: '', password: '', confirm: '' }
  const form = useForm(firstAccount, empty, async (fields) => {
    await createFirstAccount(fields)
    onMade(fields.account)
  })
  const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form onSubmit={form.submit} noValidate className="md:pt-2 max-md:[&_label~p]:mb-2.5">
      <Field label="首次使用码" hint="见服务器启动日志" required error={form.errors['code']}>
        {(control) => <TextInput {...control} {...form.bind('code')} {...typed} maxLength={32} />}
      </Field>
      <Field label="总队名称" required error={form.errors['organ']}>
        {(control) => (
          <TextInput
            {...control}
            {...form.bind('organ')}
            maxLength={60}
            placeholder="如：某市消防救援总队"
            autoComplete="organization"
          />
        )}
      </Field>
      <h2 className="mb-3 mt-4 border-t border-line pt-4 text-base">
        管理员<span className="ml-2 text-sm font-normal text-ink-soft">审批接入、新增各区支队</span>
      </h2>
      <div className="lg:grid lg:grid-cols-2 lg:gap-x-4">
        <Field label="姓名" required error={form.errors['holder']}>
          {(control) => <TextInput {...control} {...form.bind('holder')} maxLength={32} autoComplete="name" />}
        </Field>
        <Field label="账号" required hint="4-32 位字母、数字或 _ . -" error={form.errors['account']}>
          {(control) => (
            <TextInput {...control} {...form.bind('account')} {...typed} maxLength={32} autoComplete="username" />
          )}
        </Field>
        <Field
          className="lg:col-span-2"
          label="密码"
          required
          hint={STRICT_PASSWORD_TEXT}
          error={form.errors['password']}
        >
          {(control) => (
            <TextInput {...control} {...form.bind('password')} type="password" autoComplete="new-password" />
          )}
        </Field>
        <Field className="lg:col-span-2" label="确认密码" required error={form.errors['confirm']}>
          {(control) => (
            <TextInput {...control} {...form.bind('confirm')} type="password" autoComplete="new-password" />
          )}
        </Field>
      </div>
      <FormEnd form={form} label="创建总队和账号" />
      <Link to="/login" className={buttonClass({ kind: 'quiet', block: true })}>
        已创建过？去登录
      </Link>
    </form>
  )
}
