import { Link } from '@tanstack/react-router'
import type { AlarmDetail } from '#contract/alarm.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useCanEdit } from '../use-can-edit.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'
import { isCallable } from '#app/lib/mask.ts'
import { phoneGap } from '../phone-gap.ts'
import { CallLink } from '../call-link.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

const AUTHORITY_RANK = 3

interface Person {
  readonly role: string
  readonly name?: string | null | undefined
  readonly firm?: string | null | undefined
  readonly phone: string | null | undefined
}

function peopleOf({ acts, contactName, contactPhone, providerName, providerPhone }: AlarmDetail) {
  const onScene = acts.find(({ act, isUndone, rank }) => act !== 'undo' && !isUndone && rank < AUTHORITY_RANK)
  return [
    { role: '现场', name: onScene?.by, phone: onScene?.phone, isOwn: onScene?.isOwn },
    { role: '消防安全管理人', name: contactName, phone: contactPhone },
    { role: '服务商', firm: providerName, phone: providerPhone },
  ]
}

export const calleeOf = (of: AlarmDetail) => peopleOf(of).find(({ phone, isOwn }) => !isOwn && isCallable(phone))

interface AlarmContactsProps {
  readonly of: AlarmDetail
  readonly isAwaited: boolean
}

export const AlarmContacts = ({ of, isAwaited }: AlarmContactsProps) => (
  <Contacts of={peopleOf(of)} isAwaited={isAwaited} />
)

interface ContactsProps {
  readonly of: readonly Person[]
  readonly isCard?: boolean | undefined
  readonly isAwaited: boolean
}

export function Contacts({ of, isCard = false, isAwaited }: ContactsProps) {
  const isOnline = useConnection() === 'online'
  const people = of.filter(({ name, firm, phone }) => name || firm || phone)
  if (people.length === 0) return null
  const Frame = isCard ? Card : EvidenceCard
  return (
    <Frame title={isCard ? '建筑联系人' : '联系人'} flush>
      <ul className={cx('divide-y divide-line', isCard && 'px-4 py-1')}>
        {people.map(({ role, name, firm, phone }) => {
          const lead = name || role
          const gap = phoneGap(phone, isOnline, isAwaited)
          const second = [name && role, firm].filter(Boolean).join(' · ')
          return (
            <li key={role} className="flex min-h-[3.5rem] items-center gap-x-3 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2 [word-break:keep-all]">
                  <span className="min-w-0 break-words text-base font-medium">{lead}</span>
                  <span className={gap === undefined || isCallable(phone) ? 'font-figure' : 'text-sm text-ink-soft'}>
                    {isCallable(phone) ? (
                      <PhoneDigits of={phone} />
                    ) : (
                      (gap ?? <span className="inline-block h-4 w-28 animate-wait rounded bg-line align-middle" />)
                    )}
                  </span>
                  <span className="min-w-0 basis-full break-words text-sm text-ink-soft empty:hidden">{second}</span>
                </p>
              </div>
              <span className="min-w-control">{isCallable(phone) && <CallLink name={lead} phone={phone} />}</span>
            </li>
          )
        })}
      </ul>
    </Frame>
  )
}

const PAGES = [
  { tabName: 'iotInfo', label: '物联网数据' },
  { tabName: 'todoInfo', label: '问题' },
  { tabName: 'pointInfo', label: '点位' },
  { tabName: 'baseInfo', label: '建筑资料' },
] as const

export function AlarmBuilding({ of }: { of: Pick<AlarmDetail, 'buildingId'> }) {
  const canEdit = useCanEdit()
  const id = of.buildingId
  if (id === null) return null
  return (
    <EvidenceCard title="建筑">
      <ul className="grid grid-cols-2 gap-2">
        {PAGES.map(({ tabName, label }) => (
          <li key={tabName}>
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id, canEdit, tabName }}
              className="flex min-h-control items-center justify-between rounded bg-sunk px-3 text-base text-link hover:underline"
            >
              {label}
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ul>
    </EvidenceCard>
  )
}
