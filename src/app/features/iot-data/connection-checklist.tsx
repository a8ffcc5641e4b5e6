import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { itemConnection } from '#contract/dict/connection-states.ts'
import type { Item, ItemGroup } from '#contract/record.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { shortTime } from '#app/lib/format.ts'
import { isCallable } from '#app/lib/mask.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { useSession } from '#app/session/session.ts'
import { CallIcon, ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import type { Tone } from '#app/ui/tone.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { burningOf, hasOpen, ITEM_ABNORMAL, ITEM_CONNECTED, ITEM_MISSING, openOf } from './connected.ts'

/** Source: document 2, section 2. */
interface ConnectionChecklistProps {
  readonly buildingId: string
  readonly groups: readonly ItemGroup[]
  readonly isCounted?: boolean
}

export function ConnectionChecklist({ buildingId, groups, isCounted = false }: ConnectionChecklistProps) {
  const isWide = useMedia(WIDE)
  const building = useQuery(buildingDetailQuery.detail(buildingId))
  const isDesk = useMedia(DESK)
  const all = groups.map((group) => ({
    ...group,
    apiTypeVOS: [...group.apiTypeVOS].sort((a, b) => rankOf(a) - rankOf(b)),
  }))
  const due = all
    .flatMap(({ systemName, apiTypeVOS }) => apiTypeVOS.filter(isDue).map((item) => ({ item, systemName })))
    .sort((a, b) => rankOf(a.item) - rankOf(b.item))
  const isDueOnly = isCounted && !isDesk && all.every(({ apiTypeVOS }) => apiTypeVOS.every(isDue))
  const isShort = due.length > 0 && (due.length <= MOST_DUE || isDueOnly)
  const rest = all
    .map((group) => ({ ...group, apiTypeVOS: group.apiTypeVOS.filter((item) => !isShort || !isDue(item)) }))
    .filter(({ apiTypeVOS }) => apiTypeVOS.length > 0)
    .sort((a, b) => rankOf(a.apiTypeVOS[0]) - rankOf(b.apiTypeVOS[0]))
  return (
    <>
      {isShort && (
        <Card
          title={`${DUE_TITLE.find(([status]) => due.every((item) => item.item.status !== status))?.[1] ?? '接入异常和未接入'} ${due.length} 项`}
          flush
          className="mb-3"
        >
          <ul>
            {due.map(({ item, systemName }) => (
              <ChecklistItem
                key={item.apiId}
                buildingId={buildingId}
                item={item}
                systemName={systemName}
                provider={building.data?.iotIsv}
              />
            ))}
          </ul>
        </Card>
      )}
      <div className="flex items-start gap-3">
        {columnsOf(rest, isWide ? 3 : isDesk ? 2 : 1).map((groups) => (
          <div key={groups[0]?.systemId} className="grid min-w-0 flex-1 gap-3">
            {groups.map(({ systemId, systemName, apiTypeVOS }) => (
              <Card key={systemId} title={systemName} flush>
                <ul>
                  {apiTypeVOS.map((item) => (
                    <ChecklistItem key={item.apiId} buildingId={buildingId} item={item} />
                  ))}
                </ul>
              </Card>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

const linesOf = ({ apiTypeVOS }: ItemGroup) => apiTypeVOS.reduce((sum, item) => sum + (hasOpen(item) ? 3 : 2.25), 2.75)

function columnsOf(groups: readonly ItemGroup[], count: number): ItemGroup[][] {
  const columns = Array.from({ length: Math.min(count, groups.length) }, () => ({
    lines: 0,
    groups: [] as ItemGroup[],
  }))
  for (const group of groups) {
    const shortest = columns.reduce((best, one) => (one.lines < best.lines ? one : best))
    shortest.groups.push(group)
    shortest.lines += linesOf(group)
  }
  return columns.map((column) => column.groups)
}

export const MOST_DUE = 6
const DUE_TITLE = [
  [ITEM_MISSING, '接入异常'],
  [ITEM_ABNORMAL, '未接入'],
] as const
const isDue = ({ status }: Item) => status !== ITEM_CONNECTED
const WORST_FIRST = [ITEM_ABNORMAL, ITEM_MISSING, ITEM_CONNECTED]
const rankOf = (item: Item | undefined) =>
  WORST_FIRST.indexOf(item?.status ?? 0) +
  (item && hasOpen(item) ? 0 : 0.5) -
  (item && burningOf(item) > 0 ? 0.3 : 0) -
  (item?.isMust === 1 ? (isDue(item) ? 3 : 0.1) : 0)

const ACT = cx(buttonClass({ size: 'small' }), 'col-start-3 row-span-2 row-start-1 min-w-[5.5rem] shrink-0 md:w-48')

interface OpenProblemsProps {
  readonly fires: ReactNode
  readonly tone?: Tone
  readonly words: string
}

export function OpenProblems({ fires, tone = 'attention', words }: OpenProblemsProps) {
  return (
    <>
      {fires && (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-danger-ink">
          <ToneMark tone="fire" />
          <span>{fires}</span>
        </span>
      )}
      <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', toneClass[tone].text)}>
        {words && <ToneMark tone={tone} />}
        {words}
        <ChevronRightIcon className="-ml-1" />
      </span>
    </>
  )
}

interface ChecklistItemProps {
  readonly buildingId: string
  readonly item: Item
  readonly systemName?: string
  readonly provider?: BuildingDetail['iotIsv'] | undefined
}

function ChecklistItem({ buildingId, item, systemName, provider }: ChecklistItemProps) {
  const now = useNow()
  const canEdit = useCanEdit()
  const isDesk = useMedia(DESK)
  const open = openOf(item)
  const isBrief = systemName ? 'max-md:hidden' : undefined
  const isProvider = useSession()?.user.role === 'provider'
  const phone =
    !isProvider && item.pointNum === 0 && isCallable(provider?.linkManPhone) ? provider?.linkManPhone : undefined
  const isStateBelow = systemName !== undefined && !isDesk
  const state = (
    <Badge
      look={isDue(item) && !isStateBelow ? 'soft' : 'plain'}
      tone={itemConnection.tone(item.status)}
      className={cx('shrink-0', !isDue(item) && '!font-normal !text-ink-soft')}
    >
      {itemConnection.label(item.status)}
    </Badge>
  )
  return (
    <li
      className={cx(
        'min-h-[3rem] gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0',
        systemName
          ? 'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center max-md:gap-x-2 max-md:py-2 md:flex md:max-xl:py-3'
          : 'flex items-baseline justify-between',
      )}
    >
      <span className={systemName ? 'contents md:block md:min-w-0 md:flex-1' : 'min-w-0 flex-1'}>
        <span className="col-span-2 flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="text-base font-semibold text-ink">{item.apiName}</span>
          <span className="whitespace-nowrap text-sm text-ink-soft">{item.isMust === 1 ? '必接项' : '选接项'}</span>
          {systemName && isDesk && state}
        </span>
        <Dotted
          className="col-span-2 row-start-2 text-sm text-ink-soft"
          of={[
            isStateBelow && state,
            systemName,
            item.pointNum === 0 && '暂无点位',
            item.pointNum > 0 && (
              <span
                className={cx(
                  item.onlinePointNum < item.pointNum && 'text-attention-ink',
                  item.onlinePointNum === 0 && 'font-semibold',
                )}
              >
                在线 {item.onlinePointNum} / {item.pointNum}
                {item.onlinePointNum === 0 && <span className={isBrief}>，全部离线</span>}
              </span>
            ),
            item.reportTime && <>最近上报 {shortTime(item.reportTime, now)}</>,
          ]}
        />
        {hasOpen(item) && !systemName && (
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: buildingId, canEdit, tabName: 'todoInfo' }}
            className="relative inline-flex flex-wrap items-center gap-x-1.5 text-sm text-attention-ink hover:underline touch:after:absolute touch:after:-inset-x-2.5 touch:after:-bottom-2 touch:after:-top-4"
          >
            <OpenProblems {...open} fires={open.fires > 0 && `${open.fires} 个设备火警`} />
          </Link>
        )}
      </span>
      {!systemName && state}
      {systemName && phone && (
        <a
          href={`tel:${phone}`}
          aria-label={`联系服务商 ${phone} ${item.apiName}`}
          title={provider?.name ?? undefined}
          className={ACT}
        >
          <CallIcon />
          服务商
          <span className="max-md:hidden">
            <PhoneDigits of={phone} />
          </span>
        </a>
      )}
      {systemName && !phone && (
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id: buildingId, canEdit, tabName: item.exceptionNum > 0 ? 'todoInfo' : 'pointInfo' }}
          className={ACT}
        >
          {item.exceptionNum > 0 ? (
            <span>
              查看<span className="max-md:hidden"> {item.exceptionNum} 个</span>问题
            </span>
          ) : (
            '查看点位'
          )}
          <span className="sr-only"> {item.apiName}</span>
        </Link>
      )}
    </li>
  )
}
