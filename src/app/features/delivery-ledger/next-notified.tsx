import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { formatNumber } from '#app/lib/format.ts'
import { areaOf, buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { ContactList, TestUntested } from '#app/parts/contact-list.tsx'
import { isUntested, untestedWords } from '#app/parts/contact-words.ts'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const ROW = 'flex min-h-[3.25rem] flex-wrap items-center gap-x-3 px-4 py-2'
const LABEL = 'flex items-center gap-2 text-base font-semibold md:w-52'

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
  return (
    <section aria-labelledby="next-notified" className="mt-3 overflow-hidden rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 id="next-notified" className="text-base">
            下一次火警会通知谁
          </h2>
          <p
            className={cx(
              'flex items-center gap-1.5 text-sm',
              isMissing || isUnsure ? 'text-attention-ink' : 'text-ink-soft',
            )}
          >
            {(isMissing || isUnsure) && <ToneMark tone="attention" />}
            {isMissing
              ? `未设置值班联系人，${isAuthority ? '火警超时后本机构无人接到通知' : '火警直接通知消防救援机构'}`
              : isUnsure
                ? `${untestedWords(contacts)}，可能收不到火警通知`
                : '按次序通知'}
          </p>
        </div>
        <Link
          to="/dutyContacts"
          className={cx(
            buttonClass(isMissing ? { kind: 'primary' } : { kind: 'quiet' }),
            'md:order-last',
            !isMissing && '-mr-2.5',
          )}
        >
          {isMissing ? '设置' : '管理'}
          <span className="sr-only">值班联系人</span>
        </Link>
        {isUnsure && (
          <div className="flex max-md:w-full max-md:[&>*]:flex-1">
            <TestUntested of={contacts} acts={acts} kind={isFirst ? 'primary' : 'secondary'} />
          </div>
        )}
      </div>
      {duty && (
        <ol className="list-none divide-y divide-line border-b border-line [counter-reset:step]">
          <Step
            label="单位值班联系人"
            isMissing={duty.contactless.buildings > 0}
            renderLink={(shown) => (
              <Link to="/buildingList" search={buildingsOf(area, { condition: 'contactless' })} className={ROW}>
                {shown}
              </Link>
            )}
          >
            {duty.contactless.buildings > 0
              ? `${formatNumber(duty.contactless.buildings)} 栋建筑没有，其火警直接通知消防救援机构`
              : '每栋建筑均有'}
          </Step>
          {!isHeldToDistrict() && (
            <Step
              label="区级值班联系人"
              isMissing={duty.contactless.organs > 0}
              renderLink={(shown) => (
                <Link to="/organList" search={{ contactless: 1 }} className={ROW}>
                  {shown}
                </Link>
              )}
            >
              {duty.contactless.organs > 0
                ? `${duty.contactless.organs} 个区没有，其辖区火警超时后直接通知总队`
                : '每区均有'}
            </Step>
          )}
          <Step label="本机构值班联系人" isMissing={isMissing}>
            {isMissing ? '未设置' : `${contacts.length} 位`}
          </Step>
        </ol>
      )}
      {!isMissing && <ContactList of={contacts} acts={acts} />}
    </section>
  )
}

interface StepProps {
  readonly label: string
  readonly isMissing: boolean
  readonly children: ReactNode
  renderLink?(shown: ReactNode): ReactNode
}

function Step({ label, isMissing, renderLink, children }: StepProps) {
  const shown = (
    <>
      <span className={LABEL}>
        <span aria-hidden="true" className="step-number" />
        {label}
      </span>
      <span className="flex min-w-0 flex-1 items-center justify-between gap-2 text-sm max-md:basis-full max-md:pl-8">
        <span className="flex items-center gap-1.5">
          <ToneMark tone={isMissing ? 'attention' : 'ok'} />
          {children}
        </span>
        {isMissing && renderLink && <ChevronRightIcon className="shrink-0 text-ink-soft" />}
      </span>
    </>
  )
  return isMissing && renderLink ? (
    <li className="hover:bg-sunk">{renderLink(shown)}</li>
  ) : (
    <li className={ROW}>{shown}</li>
  )
}
