import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/webhook.ts'
import { disableWebhook, saveWebhook } from '#app/data/webhook.ts'
import { formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

export function WebhooksSection({ of: webhooks }: { of: UseQueryResult<{ list: readonly Webhook[] }> }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [error, setError] = useState('')
  const [secret, setSecret] = useState('')
  const [busy, setBusy] = useState('')
  async function run(name: string, work: () => Promise<void>) {
    setBusy(name)
    setError('')
    try {
      await work()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : '未能提交，请重试')
    } finally {
      setBusy('')
    }
  }
  const save = (id: string, of: string) =>
    run(`save ${id}`, async () => {
      setSecret(await saveWebhook(client, id, of))
      setAddress('')
      toast.success(`已保存转发地址“${of}”`)
    })
  async function disable({ id, address: of }: Webhook) {
    if (
      !(await confirm({
        question: `是否停用“${of}”？`,
        detail: '停用后该地址不再收到真实火警。',
        yes: '停用',
        danger: true,
      }))
    )
      return
    await run(`disable ${id}`, async () => {
      await disableWebhook(client, id)
      toast.success(`已停用“${of}”`)
    })
  }
  return (
    <section aria-label="对外转发" className="rounded-md border border-line bg-panel p-4">
      <h2 className="text-base font-semibold">对外转发</h2>
      <p className="mb-3 text-sm text-ink-soft">确认为真实火警后，立即转发到下列系统；30 秒内未被接收的，标为未送达</p>
      <form
        noValidate
        className="mb-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save('', address)
        }}
      >
        <div className="min-w-60 flex-1">
          <Field label="转发地址" error={error}>
            {(control) => (
              <TextInput
                {...control}
                type="url"
                inputMode="url"
                placeholder="https://"
                value={address}
                onChange={({ target }) => setAddress(target.value)}
              />
            )}
          </Field>
        </div>
        <Button kind="primary" type="submit" busy={busy === 'save '}>
          新增转发
        </Button>
      </form>
      {secret !== '' && (
        <output className="mb-3 block rounded-md border border-line p-3 text-sm">
          <p>签名密钥仅显示这一次，请交给接收方保存：</p>
          <code className="block break-all py-1">{secret}</code>
          <Button onClick={() => setSecret('')}>已保存</Button>
        </output>
      )}
      <QueryResult of={webhooks} waiting={<SkeletonText lines={2} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title="暂无转发地址" hint="新增后，真实火警会自动转发" />
          ) : (
            <ul className="divide-y divide-line">
              {list.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
                  <span className="min-w-0">
                    <span className="block break-all text-base text-ink">{one.address}</span>
                    <span className="block text-sm text-ink-soft">
                      {one.disabledTime ? `${formatTime(one.disabledTime)} 已停用` : '转发中'}
                      {!one.disabledTime && one.formerUntil && `，${formatTime(one.formerUntil)} 前同时以旧密钥签名`}
                    </span>
                  </span>
                  <span className="flex flex-wrap gap-2">
                    <Button busy={busy === `save ${one.id}`} onClick={() => void save(one.id, one.address)}>
                      {one.disabledTime ? '启用并换密钥' : '换密钥'}
                    </Button>
                    {!one.disabledTime && (
                      <Button busy={busy === `disable ${one.id}`} onClick={() => void disable(one)}>
                        停用
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  )
}
