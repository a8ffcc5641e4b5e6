import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may } from '#contract/access.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { webhookQuery } from '#app/data/webhook.ts'
import { ContactList } from '#app/parts/contact-list.tsx'
import { isAlike, isUntested, UNANSWERED } from '#app/parts/contact-words.ts'
import { noneSentWords } from '#app/parts/none-sent.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DeliveryList } from '#app/parts/delivery-list.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { CallIcon, ChevronRightIcon, MoreIcon, PlusIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactDevices } from './contact-devices.tsx'
import { UntestedNotice } from '#app/parts/untested-notice.tsx'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { WebhooksSection } from './webhooks-section.tsx'

// With the QR code's encoder.
const BindDialog = lazy(() => import('./bind-dialog.tsx').then((loaded) => ({ default: loaded.BindDialog })))

export function DutyContactsScreen() {
  const contacts = useQuery(dutyContactQuery.list())
  const deliveries = useQuery(dutyContactQuery.deliveries({ pageSize: 50 }))
  const [edited, setEdited] = useState<DutyContact | 'new' | null>(null)
  const [binding, setBinding] = useState<DutyContact | null>(null)
  const actor = actorOf(useSession())
  const hasWebhooks = may('desk', actor)
  const webhooks = useQuery({ ...webhookQuery.list(), enabled: hasWebhooks })
  const acts = useContactActs(contacts.data?.list ?? [])
  const untested = contacts.data?.list.filter(isUntested).length ?? 0
  const isNone = contacts.data?.list.length === 0
  const add = (
    <Button kind={untested > 0 ? 'secondary' : 'primary'} icon={<PlusIcon />} onClick={() => setEdited('new')}>
      新增联系人
    </Button>
  )
  return (
    <div className="grid gap-3">
      <section aria-label="值班联系人" className="rounded-md border border-line bg-panel p-4 max-md:pt-3">
        {!contacts.isLoading && (
          <UntestedNotice
            of={contacts.data?.list ?? []}
            acts={acts}
            missed="火警通知"
            hint={
              <>
                {isAlike(contacts.data?.list ?? []) && <span className="max-md:hidden">先逐个绑定手机，再测试。</span>}
                {`按次序通知；${UNANSWERED}即通知下一位${may('unit', actor) ? '，3\u00a0分钟无人响应通知区级值班联系人' : ''}`}
              </>
            }
            className="mb-3"
          >
            {!isNone && add}
          </UntestedNotice>
        )}
        <QueryResult of={contacts} waiting={<SkeletonText lines={4} />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty icon={<CallIcon />} title="暂无值班联系人" hint="新增后，火警会通知到人" action={add} />
            ) : (
              <div className="-mx-4 -mb-4 border-t border-line">
                <ContactList
                  of={list}
                  acts={acts}
                  onBind={setBinding}
                  renderDevices={(one) => <ContactDevices of={one} />}
                  renderMore={(one) => (
                    <Menu
                      bare
                      floats
                      label={`${one.name}：更多`}
                      trigger={<MoreIcon />}
                      entries={[
                        !isUntested(one) && {
                          key: 'test',
                          label: '发送测试',
                          disabled: acts.isTesting(one),
                          onSelect: () => void acts.test(one),
                        },
                        one.devices.length > 0 && {
                          key: 'bind',
                          label: '绑定手机',
                          onSelect: () => setBinding(one),
                        },
                        { key: 'edit', label: '修改', onSelect: () => setEdited(one) },
                        { key: 'remove', label: '删除', onSelect: () => void acts.remove(one) },
                      ].filter((entry) => entry !== false)}
                    />
                  )}
                />
              </div>
            )
          }
        </QueryResult>
      </section>
      {!contacts.isLoading && !webhooks.isLoading && (
        <>
          {hasWebhooks && <WebhooksSection of={webhooks} />}
          <Card
            title="已发出的通知"
            actions={
              <Link
                to="/deliveries"
                className="inline-flex min-h-control items-center text-sm font-medium text-link hover:underline"
              >
                通知记录
                <ChevronRightIcon className="-mr-bearing" />
              </Link>
            }
          >
            <QueryResult of={deliveries} waiting={<SkeletonText lines={4} />}>
              {({ list }) =>
                list.length === 0 ? (
                  <p className="text-sm text-ink-soft">
                    {noneSentWords(contacts.data?.list ?? []) ?? '暂无，火警通知和测试短信会列在这里'}
                  </p>
                ) : (
                  <DeliveryList isWide rows={list} onResend={(id) => void acts.resend(id)} />
                )
              }
            </QueryResult>
          </Card>
        </>
      )}
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
