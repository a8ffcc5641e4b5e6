import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alarmQuery } from '#app/data/alarm.ts'
import { authorityParts } from '#app/data/authority.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { areaOf, buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { ContactState } from '#app/parts/contact-state.tsx'
import { buildingsWords, hoursWords } from '#app/parts/contact-words.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const MOST = 3
const ROW = 'flex min-h-[3.25rem] flex-wrap items-center gap-x-3 px-4 py-2'
const LABEL = 'flex items-center gap-2 text-base font-semibold md:w-44'

export function NextNotified() {
  const isAuthority = useMay('gov')
  const area = areaOf({})
  const { data: own } = useQuery(dutyContactQuery.list())
  const { isLoading } = useQuery(alarmQuery.open())
  const { data: duty } = useQuery({ ...authorityParts(area).duty, enabled: isAuthority })
  if (!own || isLoading || (isAuthority && !duty)) return null
  const { list } = own
  return (
    <section aria-labelledby="next-notified" className="mt-3 rounded-md border border-line bg-panel">
      <div className="flex min-h-[2.75rem] items-center justify-between border-b border-line px-4">
        <h2 id="next-notified" className="text-base">
          下一次火警会通知谁
        </h2>
        <Link to="/dutyContacts" className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-mr-2.5')}>
          {list.length === 0 ? '设置值班联系人' : '值班联系人'}
        </Link>
      </div>
      <ol className="divide-y divide-line">
        {duty && (
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
              ? `${duty.contactless.buildings} 栋建筑没有，其火警直接通知消防救援机构`
              : '每栋建筑均有'}
          </Step>
        )}
        {duty && !isHeldToDistrict() && (
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
        {list.length === 0 && (
          <Step
            label={isAuthority ? '本机构值班联系人' : '值班联系人'}
            isMissing
            renderLink={(shown) => (
              <Link to="/dutyContacts" className={ROW}>
                {shown}
              </Link>
            )}
          >
            {isAuthority ? '未设置，火警超时后本机构无人接到通知' : '未设置，火警直接通知消防救援机构'}
          </Step>
        )}
        {list.slice(0, MOST).map((contact, at) => (
          <li key={contact.id} className={ROW}>
            <span className={LABEL}>
              {isAuthority && at === 0 ? '本机构值班联系人' : !isAuthority && `${contact.rank}. ${contact.name}`}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm max-md:basis-full">
              {isAuthority && <b className="font-semibold">{contact.name}</b>}
              <ContactPhone of={contact.phone} className="gap-1" />
              <span className="text-ink-soft">
                {!isAuthority && `${buildingsWords(contact)} · `}
                {hoursWords(contact)}
              </span>
              <ContactState of={contact} />
            </span>
          </li>
        ))}
        {list.length > MOST && <li className="px-4 py-2 text-sm text-ink-soft">另有 {list.length - MOST} 位</li>}
      </ol>
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
