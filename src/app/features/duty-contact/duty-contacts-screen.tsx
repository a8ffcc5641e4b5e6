import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { may } from '#contract/access.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { dutyContactQuery, removeContact, testContact } from '#app/data/duty-contact.ts'
import { resendWebhook } from '#app/data/webhook.ts'
import { formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DeliveryList } from '#app/parts/delivery-list.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { CallIcon, MoreIcon, PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ContactDevices } from './contact-devices.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

// With the QR code's encoder.
const BindDialog = lazy(() => import('./bind-dialog.tsx').then((loaded) => ({ default: loaded.BindDialog })))

export function DutyContactsScreen() {
  const client = useQueryClient()
  const contacts = useQuery(dutyContactQuery.list())
  const deliveries = useQuery(dutyContactQuery.deliveries({ pageSize: 50 }))
  const [edited, setEdited] = useState<DutyContact | 'new' | null>(null)
  const [binding, setBinding] = useState<DutyContact | null>(null)
  const actor = actorOf(useSession())
  const isDesk = may('desk', actor)
  const [busy, setBusy] = useState('')
  async function run(id: string, work: () => Promise<void>, done: string) {
    setBusy(id)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '未能提交，请重试')
    } finally {
      setBusy('')
    }
  }
  async function remove({ id, name }: DutyContact) {
    const [next] = contacts.data?.list.filter((one) => one.id !== id) ?? []
    const detail = next ? `删除后火警先通知${next.name}。` : '删除后火警没有值班联系人可通知。'
    if (!(await confirm({ question: `是否删除“${name}”？`, detail, yes: '删除', danger: true }))) return
    await run(`remove ${id}`, () => removeContact(client, id), `已删除值班联系人“${name}”`)
  }
  async function testAll(list: readonly DutyContact[]) {
    const question = `是否向 ${list.length} 位联系人发送测试？`
    const detail = `${list.map(({ name }) => name).join('、')}会收到测试通知。`
    if (!(await confirm({ question, detail, yes: '发送' }))) return
    const work = async () => {
      for (const { id } of list) await testContact(client, id)
    }
    await run('test all', work, '测试通知已提交')
  }
  const untested = contacts.data?.list.filter(isUntested).length ?? 0
  const isNone = contacts.data?.list.length === 0
  const add = (
    <Button kind={untested > 0 ? 'secondary' : 'primary'} icon={<PlusIcon />} onClick={() => setEdited('new')}>
      新增联系人
    </Button>
  )
  return (
    <div className="grid gap-3">
      <section aria-label="值班联系人" className="rounded-md border border-line bg-panel p-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
          <div className="text-sm [word-break:keep-all]">
            {untested > 0 && (
              <p className="flex items-center gap-1.5 text-base font-semibold text-attention-ink">
                <ToneMark tone="attention" />
                {untested} 位未测试，火警时可能收不到通知
              </p>
            )}
            <p className="text-ink-soft">火警按次序通知；无人响应时逐级通知下一位</p>
          </div>
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
            {untested > 0 && (
              <Button kind="primary" busy={busy === 'test all'} onClick={() => void testAll(contacts.data?.list ?? [])}>
                全部发送测试
              </Button>
            )}
            {!isNone && add}
          </div>
        </div>
        <QueryResult of={contacts} waiting={<SkeletonText lines={4} />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty icon={<CallIcon />} title="暂无值班联系人" hint="新增后，火警会通知到人" action={add} />
            ) : (
              <ul className="-mb-2 divide-y divide-line border-t border-line">
                {list.map((one) => (
                  <li
                    key={one.id}
                    className="flex flex-wrap items-center gap-x-2 py-2 md:grid md:grid-cols-[5.5rem_7.5rem_minmax(0,1fr)_8.5rem_auto] md:gap-x-3 xl:grid-cols-[10rem_10rem_minmax(0,1fr)_minmax(0,1fr)_auto] [&>ul]:col-span-full"
                  >
                    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 md:contents">
                      <span className="contents text-base text-ink-soft">
                        <span className="break-words font-semibold text-ink">
                          {one.rank}. {one.name}
                        </span>{' '}
                        <a
                          href={`tel:${one.phone}`}
                          className="relative inline-flex items-center gap-1 text-link max-md:order-1 hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3"
                        >
                          <CallIcon />
                          {one.phone}
                        </a>
                      </span>
                      <span className="text-sm text-ink-soft">{about(one)}</span>
                      <span className="flex flex-wrap gap-x-3 max-md:order-2">
                        {isUntested(one) && (
                          <Badge look="plain" tone="attention">
                            未测试
                          </Badge>
                        )}
                        {one.devices.length === 0 && (
                          <Badge look="plain" tone="idle">
                            未绑定
                          </Badge>
                        )}
                      </span>
                    </span>
                    <span className="-mr-2 flex shrink-0 items-center md:mr-0 md:gap-2">
                      <Button kind="quiet" size="small" onClick={() => setBinding(one)}>
                        绑定接收手机
                      </Button>
                      <Menu
                        bare
                        floats
                        label={`${one.name}：更多`}
                        trigger={<MoreIcon />}
                        entries={[
                          {
                            key: 'test',
                            label: '发送测试',
                            disabled: busy === `test ${one.id}`,
                            onSelect: () =>
                              void run(`test ${one.id}`, () => testContact(client, one.id), '测试通知已提交'),
                          },
                          { key: 'edit', label: '修改', onSelect: () => setEdited(one) },
                          { key: 'remove', label: '删除', onSelect: () => void remove(one) },
                        ]}
                      />
                    </span>
                    <ContactDevices of={one} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </section>
      {isDesk && <WebhooksSection />}
      <section aria-label="通知记录" className="rounded-md border border-line bg-panel p-4">
        <h2 className="mb-2 text-base font-semibold">通知记录</h2>
        <QueryResult of={deliveries} waiting={<SkeletonText lines={4} />}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="text-sm text-ink-soft">暂无通知记录，火警通知和测试短信会列在这里</p>
            ) : (
              <DeliveryList
                rows={list}
                onResend={(id) => void run(`resend ${id}`, () => resendWebhook(client, id), '已重新提交')}
              />
            )
          }
        </QueryResult>
      </section>
      {edited && (
        <ContactDialog
          of={edited === 'new' ? null : edited}
          hasBuildings={may('unit', actor)}
          rank={(contacts.data?.list.length ?? 0) + 1}
          onDone={() => setEdited(null)}
        />
      )}
      {binding && (
        <Suspense fallback={null}>
          <BindDialog of={binding} onClose={() => setBinding(null)} />
        </Suspense>
      )}
    </div>
  )
}

const isUntested = ({ verifiedTime, testedTime }: DutyContact) => !verifiedTime && !testedTime

function about({ hoursFrom, hoursTo, buildings, verifiedTime, testedTime }: DutyContact): string {
  const [first] = buildings
  return [
    first === undefined ? '全部建筑' : buildings.length === 1 ? first.name : `${first.name}等 ${buildings.length} 栋`,
    hoursFrom === hoursTo ? '全天' : `${hoursFrom}-${hoursTo}`,
    verifiedTime ? `${formatTime(verifiedTime)} 已验证` : testedTime ? `${formatTime(testedTime)} 已测试` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
