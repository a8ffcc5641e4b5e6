import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { formatNumber } from '#app/lib/format.ts'
import { areaOf, buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { ContactList } from '#app/parts/contact-list.tsx'
import { isUnbound, isUntested, UNANSWERED, UNBOUND } from '#app/parts/contact-words.ts'
import { UntestedNotice } from '#app/parts/untested-notice.tsx'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const ROW = 'flex min-h-[3.25rem] flex-wrap items-center gap-x-3 px-4 py-2'
const LINK = 'inline-flex shrink-0 items-center whitespace-nowrap text-sm font-medium text-link'
const LABEL = 'flex items-center gap-2 text-base font-semibold max-md:flex-1 md:w-52'

interface NextNotifiedProps {
  readonly contacts: readonly DutyContact[]
  readonly duty: OutputOf<typeof dashboard.duty> | undefined
  /** Its deed is the page's. */
  readonly isFirst: boolean
}

export function NextNotified({ contacts, duty, isFirst }: NextNotifiedProps) {
  const isAuthority = useMay('gov')
  const acts = useContactActs(contacts)
  const area = areaOf({})
  const isMissing = contacts.length === 0
  const isUnsure = contacts.some(isUntested)
  const isWithoutPush = !isMissing && contacts.every(isUnbound)
  const isTested = contacts.every(({ verifiedTime, testedTime }) => verifiedTime ?? testedTime)
  const order = isAuthority ? '按次序通知' : `按次序通知；${UNANSWERED}即通知下一位`
  return (
    <section
      aria-labelledby="next-notified"
      className={cx('overflow-hidden rounded-md border border-line bg-panel', isFirst ? 'mb-3' : 'mt-3')}
    >
      <div className="border-b border-line">
        <div className="flex items-start gap-3 px-4 py-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <h2 id="next-notified" className="text-base">
              下一次火警会通知谁
            </h2>
            {isMissing ? (
              <p className="flex items-baseline gap-1.5 text-sm text-attention-ink">
                <ToneMark tone="attention" className="translate-y-px" />
                {`未设置值班联系人，${isAuthority ? '火警超时后本机构无人接到通知' : '火警直接通知消防救援机构'}`}
              </p>
            ) : (
              !isUnsure && <p className="text-sm text-ink-soft">{order}</p>
            )}
          </div>
          <Link
            to="/dutyContacts"
            className={
              isMissing
                ? buttonClass({ kind: 'primary' })
                : cx(LINK, 'my-[calc(0.75rem-var(--control)/2)] min-h-control')
            }
          >
            {isMissing ? (
              <>
                设置<span className="sr-only">值班联系人</span>
              </>
            ) : (
              <>
                管理联系人
                <ChevronRightIcon className="-mr-bearing" />
              </>
            )}
          </Link>
        </div>
        {isUnsure && (
          <UntestedNotice
            of={contacts}
            acts={acts}
            missed="火警通知"
            hint={order}
            kind={isFirst && !isWithoutPush ? 'primary' : 'secondary'}
            className="border-t border-line px-4 py-3"
          />
        )}
      </div>
      {duty && (
        <ol className="list-none divide-y divide-line [counter-reset:step]">
          <Step
            label="单位值班联系人"
            isMissing={duty.contactless.buildings > 0}
            act="查看建筑"
            renderLink={(shown) => (
              <Link to="/buildingList" search={buildingsOf(area, { condition: 'contactless' })} className={ROW}>
                {shown}
              </Link>
            )}
          >
            {duty.contactless.buildings > 0
              ? `${formatNumber(duty.contactless.buildings)} 栋建筑未登记，火警直接通知消防救援机构`
              : '每栋建筑均有'}
          </Step>
          {!isHeldToDistrict() && (
            <Step
              label="区级值班联系人"
              isMissing={duty.contactless.organs > 0}
              act="去登记"
              renderLink={(shown) => (
                <Link to="/organList" search={{ contactless: 1 }} className={ROW}>
                  {shown}
                </Link>
              )}
            >
              {duty.contactless.organs > 0 ? `${duty.contactless.organs} 个区未登记，超时后直接通知总队` : '每区均有'}
            </Step>
          )}
          <Step
            label="本机构值班联系人"
            isMissing={isMissing || isWithoutPush}
            {...(isWithoutPush && {
              act: '去绑定',
              renderLink: (shown: ReactNode) => (
                <Link to="/dutyContacts" className={ROW}>
                  {shown}
                </Link>
              ),
            })}
          >
            {isMissing
              ? '未设置'
              : [`${contacts.length} 位`, isTested && '短信已测试', isWithoutPush && UNBOUND]
                  .filter(Boolean)
                  .join('，')}
          </Step>
        </ol>
      )}
      {!isMissing && (
        <ContactList
          of={contacts}
          acts={acts}
          isNested={duty !== undefined}
          isUnboundSaid={isWithoutPush && duty !== undefined}
        />
      )}
    </section>
  )
}

interface StepProps {
  readonly label: string
  readonly isMissing: boolean
  readonly children: ReactNode
  readonly act?: string
  renderLink?(shown: ReactNode): ReactNode
}

function Step({ label, isMissing, act, renderLink, children }: StepProps) {
  const shown = (
    <>
      <span className={LABEL}>
        <span aria-hidden="true" className="step-number" />
        {label}
      </span>
      <span className="flex min-w-0 items-baseline gap-1.5 text-sm max-md:order-last max-md:basis-full max-md:pl-8 md:flex-1">
        <ToneMark tone={isMissing ? 'attention' : 'ok'} className="translate-y-px" />
        <span className={cx('min-w-0', isMissing && 'font-semibold text-attention-ink')}>{children}</span>
      </span>
      {isMissing && renderLink && (
        <span className={LINK}>
          {act}
          <ChevronRightIcon className="-mr-bearing" />
        </span>
      )}
    </>
  )
  return isMissing && renderLink ? (
    <li className="hover:bg-sunk">{renderLink(shown)}</li>
  ) : (
    <li className={ROW}>{shown}</li>
  )
}
