import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { ContactList } from '#app/parts/contact-list.tsx'
import { isAlike, isUntested } from '#app/parts/contact-words.ts'
import { DeliveryList } from '#app/parts/delivery-list.tsx'
import { UntestedNotice } from '#app/parts/untested-notice.tsx'
import { type ContactActs, useContactActs } from '#app/parts/use-contact-acts.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Card } from '#app/ui/card.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { AlertIcon, ChevronDownIcon, EyeIcon } from '#app/ui/icon.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { cx } from '#app/ui/cx.ts'
import { edgeClass } from '#app/ui/edge-class.ts'
import { OF_UNIT } from './check-table.tsx'

const REACH = '查岗时会推送给值班联系人，并发短信给第一位'
const LATEST = 5

export function NoChecks() {
  const contacts = useQuery(dutyContactQuery.list())
  const sent = useQuery(dutyContactQuery.deliveries({ pageSize: LATEST }))
  const list = contacts.data?.list ?? []
  const acts = useContactActs(list)
  const isDesk = useMedia(DESK)
  if (contacts.isLoading || sent.isLoading)
    return (
      <Loading className="rounded-md border border-line bg-panel p-4">
        <SkeletonText lines={4} />
      </Loading>
    )
  return (
    <>
      {contacts.data && (
        <div className="mb-3 rounded-md border border-line bg-panel">
          <Reach of={list} acts={acts} />
          {list.length > 0 && (
            <div className="border-t border-line">
              <ContactList of={list} acts={acts} />
            </div>
          )}
        </div>
      )}
      <ListFrame>
        <Callout icon={<EyeIcon />} title="暂无查岗记录" hint="收到查岗后会列在这里" isBeside />
        <details open={isDesk} className="group border-t border-line">
          <summary className="flex min-h-[3rem] cursor-pointer items-center px-4 text-base font-semibold">
            查岗规则
            <ChevronDownIcon className="ml-auto text-ink-soft group-open:rotate-180" />
          </summary>
          <div className="-mt-3 [&_dd]:[word-break:keep-all]">
            <Facts of={OF_UNIT} />
          </div>
        </details>
      </ListFrame>
      {sent.data && sent.data.list.length > 0 && (
        <Card
          title="最近的通知"
          className="mt-3"
          actions={
            <Link to="/deliveries" className={cx(buttonClass({ kind: 'quiet', size: 'small' }), edgeClass.small)}>
              全部通知记录
            </Link>
          }
        >
          <DeliveryList isWide rows={sent.data.list} />
        </Card>
      )}
    </>
  )
}

function Reach({ of, acts }: { of: readonly DutyContact[]; acts: ContactActs }) {
  const isMissing = of.length === 0
  const contacts = (
    <Link to="/dutyContacts" className={buttonClass({ kind: isMissing ? 'primary' : 'secondary' })}>
      {isMissing ? '设置值班联系人' : '管理联系人'}
    </Link>
  )
  if (!isMissing && !of.some(isUntested))
    return <Callout icon={<CallIcon />} title="值班联系人均已测试" hint={REACH} action={contacts} isBeside />
  if (isMissing)
    return (
      <Callout
        icon={<AlertIcon />}
        tone="attention"
        isBeside
        title="没有值班联系人，查岗时通知不到人"
        hint={REACH}
        action={contacts}
      />
    )
  return (
    <UntestedNotice
      of={of}
      acts={acts}
      missed="查岗"
      hint={
        <>
          {isAlike(of) && '先逐个绑定手机，再测试。'}
          <span className={isAlike(of) ? 'max-md:hidden' : undefined}>{REACH}</span>
        </>
      }
      className="px-4 py-3 md:py-4"
    >
      {contacts}
    </UntestedNotice>
  )
}
