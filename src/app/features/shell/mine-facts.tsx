import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { may } from '#contract/access.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { UnitDetail } from '#contract/unit.ts'
import { contentQuery } from '#app/data/content.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { unitQuery } from '#app/data/unit.ts'
import { orMissing } from '#app/lib/format.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { useUpdate } from '#app/offline/app-update.ts'
import { allowSound, checkSound, playAlarmTones, soundState } from '#app/parts/alarm/alarm-sound.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SupportContact } from '#app/parts/support-contact.tsx'
import { SUPPORT_HOURS } from '#app/parts/support-hours.ts'
import { usePush } from '#app/parts/use-push.ts'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { useStorage } from '#app/parts/use-storage.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { DutyContactsCard } from './duty-contacts-card.tsx'
import { PUSH, usePushDenied } from './mine-rows.tsx'

const QUIET = cx(buttonClass({ kind: 'quiet', size: 'small' }), '-mr-2.5')

interface MineFactsProps {
  readonly onUnit: (() => void) | undefined
  readonly hasContacts: boolean
  readonly children: ReactNode
}

export function MineFacts({ onUnit, hasContacts, children }: MineFactsProps) {
  const session = useSession()
  const hasUnit = onUnit !== undefined && may('unit', actorOf(session))
  const own = useQuery({
    ...unitQuery.detail({ lawCompanyId: session?.user.lawCompanyId ?? '' }),
    enabled: hasUnit,
  })
  const contacts = useQuery({ ...dutyContactQuery.list(), enabled: hasContacts })
  if (contacts.isLoading || own.isLoading) return null
  return (
    <>
      {hasContacts && <OwnContacts />}
      {hasUnit && (
        <QueryResult of={own} waiting={null}>
          {(unitOf) => <UnitCard of={unitOf} onOpen={onUnit} />}
        </QueryResult>
      )}
      {children}
    </>
  )
}

export function OwnContacts() {
  const isOnDuty = useMay('duty')
  const contacts = useQuery({ ...dutyContactQuery.list(), enabled: isOnDuty })
  return (
    isOnDuty && (
      <QueryResult of={contacts} waiting={null}>
        {({ list }) => <DutyContactsCard of={list} />}
      </QueryResult>
    )
  )
}

function Rows({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {of.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-[2.75rem] flex-wrap content-center items-baseline justify-between gap-x-4 px-4 py-1.5"
        >
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="min-w-0 grow break-words text-right text-base text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function UnitCard({ of: data, onOpen }: { of: UnitDetail; onOpen: MineFactsProps['onUnit'] }) {
  const organs = useQuery(unitQuery.organs())
  return (
    <Card
      flush
      title="本单位"
      actions={
        <Button kind="quiet" size="small" className="-mr-2.5" onClick={onOpen}>
          查看全部
          <ChevronRightIcon className="-ml-1.5 -mr-bearing" />
        </Button>
      }
    >
      <Rows
        of={[
          ['消防安全责任人', orMissing(data.safeDutyName)],
          ['消防安全管理人', orMissing(data.safeManagerName)],
          ['监管类别', supervisionWord(data.type)],
          [
            '消防管辖机构',
            !organs.isLoading && orMissing(organs.data?.find(({ id }) => id === data.sysOrganId)?.organname),
          ],
        ]}
      />
    </Card>
  )
}

const ROW_BUTTON = '-my-1.5 min-h-[2.75rem] min-w-[2.75rem] text-right font-medium text-link hover:underline'

const SOUND = { on: '声音已开', missing: '本机无法响铃' } as const

function SoundState() {
  const state = useSyncExternalStore(soundState.follow, soundState.read)
  useEffect(checkSound, [])
  return (
    <span className="flex items-center justify-end gap-x-3">
      {state === 'blocked' ? (
        <Badge look="plain" tone="attention" className="text-base">
          声音未开
        </Badge>
      ) : (
        SOUND[state]
      )}
      {state !== 'missing' && (
        <button
          type="button"
          data-sound
          aria-label={state === 'blocked' ? '开启火警声音' : '试听火警声音'}
          className={ROW_BUTTON}
          onClick={() => void allowSound().then(playAlarmTones)}
        >
          {state === 'blocked' ? '开启' : '试听'}
        </button>
      )}
    </span>
  )
}

function UpdateState() {
  const { waiting, apply } = useUpdate()
  if (!waiting) return '无可用更新'
  return (
    <span className="inline-flex items-center gap-x-3">
      有新版本
      <button type="button" aria-label="更新应用" className={ROW_BUTTON} onClick={apply}>
        更新
      </button>
    </span>
  )
}

function DevicePush() {
  const { state } = usePush()
  if (!state || state === 'denied') return null
  if (state !== 'off') return PUSH[state]
  return (
    <span className="flex items-center justify-end gap-x-3">
      {PUSH.off}
      <Link to="/packs" className={cx(ROW_BUTTON, 'inline-flex items-center justify-end')}>
        去开启
      </Link>
    </span>
  )
}

export function DeviceStateCard() {
  const isAuthority = useMay('gov')
  const isDenied = usePushDenied()
  const { health } = useStorage()
  const { heads } = useSaveOffline()
  const bytes = heads?.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (part.here ? part.bytes : 0), 0) ?? 0
  return (
    <Card
      flush
      title="本机"
      actions={
        <Link to="/packs" className={QUIET}>
          设置
          <ChevronRightIcon className="-ml-1.5 -mr-bearing" />
        </Link>
      }
    >
      <Rows
        of={[
          ...(isAuthority ? ([['火警声音', <SoundState key="sound" />]] as const) : []),
          ...(isDenied ? [] : ([['推送通知', <DevicePush key="push" />]] as const)),
          [
            '离线资料',
            heads &&
              (heads.length === 0 ? '未下载' : <Dotted key="kept" of={[`${heads.length} 栋`, formatBytes(bytes)]} />),
          ],
          ['已用存储', health && (health.used === undefined ? '浏览器未提供' : formatBytes(health.used))],
          ...(isAuthority ? ([['应用更新', <UpdateState key="update" />]] as const) : []),
        ]}
      />
    </Card>
  )
}

export function SupportCard() {
  const { data } = useQuery(contentQuery.settings())
  const { mail = '', line = '' } = data?.support ?? {}
  return (
    <Card flush title="咨询">
      <Rows
        of={[
          ['办公电话', data && <SupportContact key="line" by="tel" to={line} />],
          ['支持邮箱', data && <SupportContact key="mail" by="mailto" to={mail} />],
          ['咨询时间', SUPPORT_HOURS],
        ]}
      />
    </Card>
  )
}
