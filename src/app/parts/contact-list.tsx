import type { ReactNode } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { edgeClass } from '#app/ui/edge-class.ts'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'
import { ContactPhone } from './contact-phone.tsx'
import { BindPhone } from './bind-phone.tsx'
import { CallLink } from './call-link.tsx'
import { ContactState } from './contact-state.tsx'
import { isAlike, isUnbound, isUntested, scopeWords } from './contact-words.ts'
import type { ContactActs } from './use-contact-acts.ts'

const GRID =
  'md:grid md:grid-cols-[minmax(0,1fr)_8.5rem_9rem_11.75rem] md:gap-x-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)_minmax(0,7fr)_12rem]'

interface ContactListProps {
  readonly of: readonly DutyContact[]
  readonly acts: ContactActs
  readonly renderMore?: (contact: DutyContact) => ReactNode
  readonly renderDevices?: (contact: DutyContact) => ReactNode
  onBind?(contact: DutyContact): void
  readonly isNested?: boolean
  readonly isUnboundSaid?: boolean
}

interface TestUntestedProps extends Pick<ContactListProps, 'of' | 'acts'> {
  readonly kind?: 'primary' | 'secondary'
}

export function TestUntested({ of, acts, kind = isAlike(of) ? 'secondary' : 'primary' }: TestUntestedProps) {
  const untested = of.filter(isUntested)
  if (untested.length === 0) return null
  return (
    <Button kind={kind} busy={acts.isTestingAll} onClick={() => void acts.testAll(untested)}>
      {untested.length === of.length ? '全部发送测试' : `发送测试 ${untested.length} 位`}
    </Button>
  )
}

export function ContactList({
  of,
  acts,
  renderMore,
  renderDevices,
  onBind,
  isNested,
  isUnboundSaid,
}: ContactListProps) {
  const isDesk = useMedia(DESK)
  const mayBind = (contact: DutyContact) => isUnbound(contact) && !isUnboundSaid
  const next = of.find(mayBind)
  const actsOf = (contact: DutyContact) => (
    <>
      {mayBind(contact) && <BindPhone of={contact} isNext={contact === next} onBind={onBind} />}
      {isUntested(contact) && (
        <Button
          kind={!isDesk && mayBind(contact) ? 'secondary' : 'quiet'}
          size="small"
          className="max-md:px-3.5"
          aria-label={`发送测试：${contact.name}`}
          busy={acts.isTesting(contact)}
          disabled={acts.isTestingAll}
          onClick={() => void acts.test(contact)}
        >
          发送测试
        </Button>
      )}
    </>
  )
  return (
    <>
      <div
        aria-hidden="true"
        className={cx(
          isNested ? undefined : GRID,
          'hidden border-b border-line bg-sunk px-4 py-2 text-sm text-ink-soft md:max-xl:py-1.5 md:max-xl:text-xs',
        )}
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
            className={cx(
              GRID,
              'flex flex-wrap items-start gap-x-2 px-4 py-2 md:items-center xl:py-1 [&>ul]:col-span-full max-md:[&>ul]:order-last max-md:[&>ul]:basis-full',
              isNested &&
                'min-h-[3.25rem] pl-12 md:max-xl:!grid-cols-[10.875rem_8.5rem_9rem_minmax(0,1fr)] xl:!grid-cols-[11rem_minmax(0,4fr)_minmax(0,5fr)_minmax(0,9fr)_9.25rem]',
            )}
          >
            <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,max-content)_minmax(7rem,1fr)] items-baseline gap-x-2 md:contents">
              <span className="contents text-base text-ink-soft">
                <span className="min-w-0 break-words font-semibold text-ink">
                  {!(isNested && of.length === 1) && `${contact.rank}. `}
                  {contact.name}
                </span>{' '}
                {isDesk ? (
                  <ContactPhone
                    of={contact.phone}
                    className="-ml-0.5 gap-1 justify-self-start md:max-xl:col-start-2 md:max-xl:row-start-1 md:max-xl:row-span-2"
                  />
                ) : (
                  <PhoneDigits of={contact.phone} />
                )}
              </span>
              <span className="col-span-full flex flex-wrap items-baseline gap-x-3 md:contents">
                <span className="min-w-0 break-words text-sm text-ink-soft md:max-xl:row-start-2 xl:text-ink [word-break:keep-all]">
                  {scopeWords(contact)}
                </span>
                <span className="md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
                  <ContactState of={contact} isUnboundSaid={isUnboundSaid} />
                </span>
              </span>
              {!isDesk && (mayBind(contact) || isUntested(contact)) && (
                <span
                  className={cx('col-span-full flex', mayBind(contact) ? 'my-1 gap-x-2' : '-mb-3 -ml-[15px] -mt-2')}
                >
                  {actsOf(contact)}
                </span>
              )}
            </span>
            <span
              className={cx(
                renderMore ? '-mr-2 max-md:-mr-[15px] md:max-xl:-mr-3.5' : isDesk && edgeClass.small,
                'flex shrink-0 items-center justify-end max-md:gap-1 md:max-xl:row-start-1 md:max-xl:row-span-2 md:max-xl:col-start-4',
              )}
            >
              {!isDesk && <CallLink name={contact.name} phone={contact.phone} />}
              {isDesk && actsOf(contact)}
              {renderMore?.(contact)}
            </span>
            {renderDevices?.(contact)}
          </li>
        ))}
      </ul>
    </>
  )
}
