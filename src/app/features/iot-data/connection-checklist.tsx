import { Link } from '@tanstack/react-router'
import { itemConnection } from '#contract/dict/connection-states.ts'
import type { Item, ItemGroup } from '#contract/record.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

/** Source: document 2, section 2. */
interface ConnectionChecklistProps {
  readonly buildingId: string
  readonly groups: readonly ItemGroup[]
}

export function ConnectionChecklist({ buildingId, groups }: ConnectionChecklistProps) {
  const all = groups.map((group) => ({
    ...group,
    apiTypeVOS: [...group.apiTypeVOS].sort((a, b) => rankOf(a) - rankOf(b)),
  }))
  const due = all
    .flatMap(({ systemName, apiTypeVOS }) => apiTypeVOS.filter(isDue).map((item) => ({ item, systemName })))
    .sort((a, b) => rankOf(a.item) - rankOf(b.item))
  const isShort = due.length > 0 && due.length <= MOST_DUE
  const rest = all
    .map((group) => ({ ...group, apiTypeVOS: group.apiTypeVOS.filter((item) => !isShort || !isDue(item)) }))
    .filter(({ apiTypeVOS }) => apiTypeVOS.length > 0)
    .sort((a, b) => rankOf(a.apiTypeVOS[0]) - rankOf(b.apiTypeVOS[0]))
  return (
    <>
      {isShort && (
        <Card title="异常和未接入" flush className="mb-3">
          <ul className="-mb-px gap-x-3 xl:grid xl:grid-cols-3">
            {due.map(({ item, systemName }) => (
              <ChecklistItem key={item.apiId} buildingId={buildingId} item={item} systemName={systemName} />
            ))}
          </ul>
        </Card>
      )}
      <div className="gap-3 md:columns-2 xl:columns-3 [&>*]:mb-3 [&>*]:break-inside-avoid">
        {rest.map(({ systemId, systemName, apiTypeVOS }) => (
          <Card key={systemId} title={systemName} flush>
            <ul>
              {apiTypeVOS.map((item) => (
                <ChecklistItem key={item.apiId} buildingId={buildingId} item={item} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}

const MOST_DUE = 6
const isDue = ({ status }: Item) => status !== 0
const WORST_FIRST = [1, 2, 0]
const rankOf = (item: Item | undefined) =>
  WORST_FIRST.indexOf(item?.status ?? 0) + (item && item.exceptionNum > 0 ? 0 : 0.5)

interface ChecklistItemProps {
  readonly buildingId: string
  readonly item: Item
  readonly systemName?: string
}

function ChecklistItem({ buildingId, item, systemName }: ChecklistItemProps) {
  const now = useNow()
  const canEdit = useCanEdit()
  return (
    <li className="flex min-h-[3rem] items-start justify-between gap-3 border-b border-line px-4 py-1.5 last:border-b-0">
      <span className="min-w-0">
        <span className="text-base text-ink">{item.apiName}</span>
        <span className="ml-2 whitespace-nowrap text-sm text-ink-soft">{item.isMust === 1 ? '必接项' : '选接项'}</span>
        <Dotted
          className="text-sm text-ink-soft"
          of={[
            systemName,
            item.pointNum > 0
              ? `在线 ${item.onlinePointNum} / ${item.pointNum}${item.onlinePointNum === 0 ? '，全部离线' : ''}`
              : '暂无点位',
            item.reportTime && `最近上报 ${shortTime(item.reportTime, now)}`,
          ]}
        />
        {item.exceptionNum > 0 && (
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: buildingId, canEdit, tabName: 'todoInfo' }}
            className="relative inline-flex items-center gap-1.5 text-sm font-medium text-attention-ink hover:underline touch:after:absolute touch:after:-inset-x-2.5 touch:after:-bottom-2 touch:after:-top-4"
          >
            <ToneMark tone="attention" />
            {item.exceptionNum} 个问题未解决
          </Link>
        )}
      </span>
      {item.status === 0 && item.exceptionNum > 0 ? (
        <span className="shrink-0 text-sm text-ink-soft">{itemConnection.label(item.status)}</span>
      ) : (
        <Badge look={item.status === 0 ? 'plain' : 'soft'} tone={itemConnection.tone(item.status)} className="shrink-0">
          {itemConnection.label(item.status)}
        </Badge>
      )}
    </li>
  )
}
