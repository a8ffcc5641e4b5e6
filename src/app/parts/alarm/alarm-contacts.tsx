import { Link } from '@tanstack/react-router'
import type { AlarmDetail } from '#contract/alarm.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useCanEdit } from '../use-can-edit.ts'
import { CallIcon, ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { orMissing } from '#app/lib/format.ts'
import { isCallable } from '#app/lib/mask.ts'
import { EvidenceCard } from '../evidence-card.tsx'

const AUTHORITY_RANK = 3

interface Person {
  readonly role: string
  readonly name: string | null | undefined
  readonly phone: string | null | undefined
}

function peopleOf({ acts, contactName, contactPhone, providerName, providerPhone }: AlarmDetail) {
  const onScene = acts.find(({ act, isUndone, rank }) => act !== 'undo' && !isUndone && rank < AUTHORITY_RANK)
  return [
    { role: '现场', name: onScene?.by, phone: onScene?.phone, isOwn: onScene?.isOwn },
    { role: '消防安全管理人', name: contactName, phone: contactPhone },
    { role: '服务商', name: providerName, phone: providerPhone },
  ]
}

export const calleeOf = (of: AlarmDetail) => peopleOf(of).find(({ phone, isOwn }) => !isOwn && isCallable(phone))

export const AlarmContacts = ({ of }: { of: AlarmDetail }) => <Contacts title="联系人" of={peopleOf(of)} />

interface ContactsProps {
  readonly title: string
  readonly of: readonly Person[]
  readonly isWide?: boolean
}

export function Contacts({ title, of, isWide = false }: ContactsProps) {
  const isOnline = useConnection() === 'online'
  const people = of.filter(({ name, phone }) => name || phone)
  if (people.length === 0) return null
  return (
    <EvidenceCard title={title}>
      <ul className={cx('divide-y divide-line', isWide && 'md:grid md:grid-cols-2 md:gap-x-8 md:divide-y-0')}>
        {people.map(({ role, name, phone }) => (
          <li
            key={role}
            className="grid min-h-[3.25rem] grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 py-2"
          >
            <span className="min-w-0 break-words text-sm text-ink-soft">{role}</span>
            <span className="order-1 col-span-2 min-w-0 break-words [word-break:keep-all]">{orMissing(name)}</span>
            {isCallable(phone) ? (
              <a
                href={`tel:${phone}`}
                className="-my-2.5 flex min-h-control items-center gap-1.5 font-figure font-semibold text-link hover:underline"
              >
                <CallIcon />
                {phone}
              </a>
            ) : (
              <span className="font-figure text-ink-soft">
                {isOnline || phone ? orMissing(phone) : '离线时不保存号码'}
              </span>
            )}
          </li>
        ))}
      </ul>
    </EvidenceCard>
  )
}

const PAGES = [
  { tabName: 'iotInfo', label: '物联网数据' },
  { tabName: 'todoInfo', label: '问题' },
  { tabName: 'pointInfo', label: '点位' },
  { tabName: 'baseInfo', label: '建筑资料' },
] as const

export function AlarmBuilding({ of }: { of: AlarmDetail }) {
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
