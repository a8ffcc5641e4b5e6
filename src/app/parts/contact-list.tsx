import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ContactPhone } from './contact-phone.tsx'
import { ContactState } from './contact-state.tsx'
import { buildingsWords, hoursWords, isUntested, repairOf } from './contact-words.ts'
import type { ContactActs } from './use-contact-acts.ts'

const GRID =
  'md:grid md:grid-cols-[minmax(0,1fr)_9.5rem_12rem_9.5rem] md:gap-x-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,7fr)_minmax(0,7fr)_11rem]'

interface ContactListProps {
  readonly of: readonly DutyContact[]
  readonly acts: ContactActs
  readonly renderMore?: (contact: DutyContact) => ReactNode
  readonly renderDevices?: (contact: DutyContact) => ReactNode
  onBind?(contact: DutyContact): void
}

interface TestUntestedProps extends Pick<ContactListProps, 'of' | 'acts'> {
  readonly kind?: 'primary' | 'secondary'
}

export function TestUntested({ of, acts, kind = 'primary' }: TestUntestedProps) {
  const untested = of.filter(isUntested)
  if (untested.length === 0) return null
  return (
    <Button kind={kind} busy={acts.isTestingAll} onClick={() => void acts.testAll(untested)}>
      {untested.length === of.length ? '全部发送测试' : `发送测试 ${untested.length} 位`}
    </Button>
  )
}

export function ContactList({ of, acts, renderMore, renderDevices, onBind }: ContactListProps) {
  return (
    <>
      <div
        aria-hidden="true"
        className={cx(GRID, 'hidden border-b border-line bg-sunk px-4 py-2 text-sm font-medium text-ink-soft')}
      >
        <span>联系人</span>
        <span>手机号</span>
        <span className="max-xl:hidden">负责建筑和时段</span>
        <span>状态</span>
        <span className="text-right">操作</span>
      </div>
      <ul className="divide-y divide-line">
        {of.map((contact) => (
          <li
            key={contact.id}
            className={cx(GRID, 'flex flex-wrap items-center gap-x-2 px-4 py-2 xl:py-1 [&>ul]:col-span-full')}
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 md:contents">
              <span className="contents text-base text-ink-soft">
                <span className="min-w-0 break-words font-semibold text-ink">
                  {contact.rank}. {contact.name}
                </span>{' '}
                <ContactPhone
                  of={contact.phone}
                  className="gap-1 justify-self-start max-md:order-1 md:max-xl:col-start-2 md:max-xl:row-start-1 md:max-xl:row-span-2"
                />
              </span>
              <span className="min-w-0 break-words text-sm text-ink-soft md:max-xl:row-start-2 xl:text-ink">
                {buildingsWords(contact)} · {hoursWords(contact)}
              </span>
              <span className="max-md:order-2 md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
                <ContactState of={contact} isQuiet={of.length > 1 && of.every(isUntested)} />
              </span>
            </span>
            <span className="-mr-2 flex shrink-0 items-center justify-end md:max-xl:row-start-1 md:max-xl:row-span-2 md:max-xl:col-start-4">
              <Repair of={contact} acts={acts} onBind={onBind} />
              {renderMore?.(contact)}
            </span>
            {renderDevices?.(contact)}
          </li>
        ))}
      </ul>
    </>
  )
}

interface RepairProps extends Pick<ContactListProps, 'acts'> {
  readonly of: DutyContact
  readonly onBind: ContactListProps['onBind']
}

function Repair({ of, acts, onBind }: RepairProps) {
  const repair = repairOf(of)
  if (repair === undefined) return null
  if (repair === 'test')
    return (
      <Button
        kind="quiet"
        size="small"
        aria-label={`发送测试：${of.name}`}
        busy={acts.isTesting(of)}
        disabled={acts.isTestingAll}
        onClick={() => void acts.test(of)}
      >
        发送测试
      </Button>
    )
  const bind = `绑定接收手机：${of.name}`
  return onBind ? (
    <Button kind="quiet" size="small" aria-label={bind} onClick={() => onBind(of)}>
      绑定接收手机
    </Button>
  ) : (
    <Link to="/dutyContacts" aria-label={bind} className={buttonClass({ kind: 'quiet', size: 'small' })}>
      绑定接收手机
    </Link>
  )
}
