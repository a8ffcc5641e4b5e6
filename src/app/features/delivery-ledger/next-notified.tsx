import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { formatNumber } from '#app/lib/format.ts'
import { areaOf, buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { ContactList } from '#app/parts/contact-list.tsx'
import { isUntested, untestedWords } from '#app/parts/contact-words.ts'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const ROW = 'flex min-h-[3.25rem] flex-wrap items-center gap-x-3 px-4 py-2'
const LABEL = 'flex items-center gap-2 text-base font-semibold md:w-44'

interface NextNotifiedProps {
  readonly contacts: readonly DutyContact[]
  readonly duty: OutputOf<typeof dashboard.duty> | undefined
}

export function NextNotified({ contacts, duty }: NextNotifiedProps) {
  const isAuthority = useMay('gov')
  const untested = contacts.filter(isUntested)
  const acts = useContactActs(untested)
  const area = areaOf({})
  const isMissing = contacts.length === 0
  const isDoubtful = isMissing || untested.length > 0
  return (
    <section aria-labelledby="next-notified" className="mb-3 overflow-hidden rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <h2 id="next-notified" className="text-base">
            下一次火警会通知谁
          </h2>
          <p className={cx('flex items-center gap-1.5 text-sm', isDoubtful ? 'text-attention-ink' : 'text-ink-soft')}>
            {isDoubtful && <ToneMark tone="attention" />}
            {isMissing
              ? `未设置值班联系人，${isAuthority ? '火警超时后本机构无人接到通知' : '火警直接通知消防救援机构'}`
              : untested.length > 0
                ? `${untestedWords(contacts)}，可能收不到`
                : '按次序通知'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
          {untested.length > 0 && (
            <Button kind="primary" busy={acts.isTestingAll} onClick={() => void acts.testAll()}>
              全部发送测试
            </Button>
          )}
          <Link to="/dutyContacts" className={buttonClass({ kind: isMissing ? 'primary' : 'secondary' })}>
            {isMissing ? '设置值班联系人' : '值班联系人'}
          </Link>
        </div>
      </div>
      {duty && (
        <ol className="divide-y divide-line border-b border-line">
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
  renderLink(shown: ReactNode): ReactNode
}

function Step({ label, isMissing, renderLink, children }: StepProps) {
  const shown = (
    <>
      <span className={LABEL}>
        <ToneMark tone={isMissing ? 'attention' : 'ok'} />
        {label}
      </span>
      <span className="flex min-w-0 flex-1 items-center justify-between gap-2 text-sm max-md:basis-full max-md:pl-[1.3rem]">
        {children}
        {isMissing && <ChevronRightIcon className="shrink-0 text-ink-soft" />}
      </span>
    </>
  )
  return isMissing ? <li className="hover:bg-sunk">{renderLink(shown)}</li> : <li className={ROW}>{shown}</li>
}
