import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import type { DutyContact } from '#contract/duty-contact.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { authorityParts } from '#app/data/authority.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { formatNumber } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { storedState } from '#app/parts/alarm/alarm-words.ts'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'
import { AlarmTable } from '#app/parts/alarm/alarm-table.tsx'
import { ConfirmFires } from '#app/parts/alarm/confirm-fires.tsx'
import { areaOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { noneSentWords } from '#app/parts/none-sent.ts'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { AnnouncementIcon } from '#app/ui/place-icons.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { DeliveriesAwaited } from './deliveries-awaited.tsx'
import { NextNotified } from './next-notified.tsx'

const SHOWN = 3
const NONE = '暂无通知记录'
const WHAT = '火警通知和测试短信会列在这里'

export function NoDeliveries() {
  const isAuthority = useMay('gov')
  const contacts = useQuery(dutyContactQuery.list())
  const open = useQuery(alarmQuery.open())
  const duty = useQuery({ ...authorityParts(areaOf({})).duty, enabled: isAuthority })
  const districts = useQuery({ ...dictionaryQuery.areas(), enabled: isAuthority })
  if (contacts.isLoading || open.isLoading || duty.isLoading || districts.isLoading) return <DeliveriesAwaited />
  const since = noneSentWords(contacts.data?.list ?? [])
  const hasFires = open.data !== undefined && open.data.total > 0
  const next = contacts.data && <NextNotified contacts={contacts.data.list} duty={duty.data} isFirst={!hasFires} />
  return (
    <>
      {!hasFires && next}
      <ListFrame isNone={!hasFires}>
        {hasFires ? (
          <Unsent of={open.data.list} total={open.data.total} contacts={contacts.data?.list} />
        ) : (
          <Callout icon={<AnnouncementIcon />} title={NONE} hint={since ?? WHAT} />
        )}
      </ListFrame>
      {hasFires && (
        <>
          {next}
          <div className="mt-3 rounded-md border border-line bg-panel">
            <h2 className="border-b border-line px-4 py-2 text-base">已发出的通知</h2>
            <p className="px-4 py-3 text-sm text-ink-soft">{since ?? `暂无，${WHAT}`}</p>
          </div>
        </>
      )}
    </>
  )
}

interface UnsentProps {
  readonly of: readonly AlarmRow[]
  readonly total: number
  readonly contacts: readonly DutyContact[] | undefined
}

function Unsent({ of, total, contacts }: UnsentProps) {
  const hasContacts = contacts?.length !== 0
  const districtOf = useDistrictOf()
  const isCity = useMay('gov') && !isHeldToDistrict()
  const isDesk = useMedia(DESK)
  const isWhole = of.length === total
  const reasons = new Set(of.map((alarm) => reasonNotSent(alarm, hasContacts)))
  const [reason = ''] = reasons
  const isSame = reasons.size === 1 && isWhole
  const isExplained = isSame && SAME[reason] !== undefined
  const shared = isWhole ? sharedProgress(of.map((alarm) => storedState(alarm).text)) : undefined
  const both = shared && `${total === 1 ? '' : '均'}${shared}`
  const order = total > 1 && '紧急的在前'
  const open = of.filter(({ verdict }) => verdict === null).length
  const head = total > SHOWN ? [`最紧急的 ${SHOWN} 处`, both].filter(Boolean) : []
  const why = isExplained ? SAME[reason] : hasContacts ? '补传的和检修期间的火警不即时通知' : '尚未设置值班联系人'
  return (
    <>
      <div className="flex items-center gap-x-2 px-4 py-3 md:gap-x-4 md:py-4">
        <ToneMark tone="fire" className="h-5 w-5 max-md:mr-1 max-md:mt-1 max-md:self-start md:h-6 md:w-6" />
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-xl text-danger-ink">{`${formatNumber(total)}\u00a0处火警未通知任何人`}</h2>
          <p className="text-sm text-ink-soft [word-break:keep-all]">
            {head.length > 0 ? (
              why
            ) : isDesk ? (
              <Dotted of={[[both, why].filter(Boolean).join('；'), order]} />
            ) : (
              <>
                <Dotted of={[both, order]} />
                {why}
              </>
            )}
          </p>
        </div>
        <ConfirmFires count={isWhole && (isDesk || open === 0) ? open : undefined} />
      </div>
      <div className="border-t border-line">
        <AlarmTable
          caption="未通知的火警"
          rows={of.slice(0, SHOWN)}
          facts={isSame ? undefined : { header: '未通知的原因', of: (alarm) => [reasonNotSent(alarm, hasContacts)] }}
          {...(head.length > 0 && { headOf: ({ id }: AlarmRow) => id === of[0]?.id && head.join(' · ') })}
          districtOf={isCity ? districtOf : undefined}
          isStateSaid={() => shared !== undefined}
        />
        {total > SHOWN && (
          <Link
            to="/alarms"
            className="flex min-h-control items-center justify-center border-t border-line text-sm font-medium text-link hover:underline"
          >
            另有 {formatNumber(total - SHOWN)} 处
            <ChevronRightIcon />
          </Link>
        )}
      </div>
    </>
  )
}

const SAME: Readonly<Record<string, string>> = {
  补传记录: '因是补传记录，未即时通知',
  检修期间: '因在检修期间，未即时通知',
}

function reasonNotSent({ isFresh, proposal }: AlarmRow, hasContacts: boolean): string {
  if (!isFresh) return '补传记录'
  if (proposal !== null) return '检修期间'
  return hasContacts ? '未通知' : '没有值班联系人'
}
