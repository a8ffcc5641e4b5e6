import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { building, BuildingRow } from '#contract/building.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatNumber } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useConnection } from '#app/offline/connection.ts'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { firstTab } from '#app/parts/first-tab.ts'
import type { OfflineSaving } from '#app/parts/use-save-offline.ts'
import { ChevronRightIcon, DownloadIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'

interface OtherBuildingsProps {
  readonly title: string
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly of: OutputOf<typeof building.list> | undefined
  readonly save: OfflineSaving
  readonly className?: string
}

export function OtherBuildings({ title, head, foot, of, save, className }: OtherBuildingsProps) {
  const { heads, taking, take, takeAll } = save
  const mayTake = useConnection() === 'online' && taking === null
  const saved = new Set(heads?.map(({ buildingId }) => buildingId))
  const rows = of?.list.filter(({ id }) => !saved.has(id)) ?? []
  const more = of ? of.total - of.list.length : 0
  const isDesk = useMedia(DESK)
  if (rows.length === 0 && more === 0 && !head) return null
  const takeRows = more <= 0 && rows.length > 1 && (
    <Button
      kind="primary"
      size={isDesk ? 'small' : 'normal'}
      block={!isDesk}
      className="max-md:h-12"
      disabled={!mayTake}
      onClick={() => void takeAll(rows.map(({ id, name }) => [id, name]))}
    >
      全部下载 {rows.length} 栋
    </Button>
  )
  return (
    <Card
      flush
      title={title}
      className={cx(takeRows && 'md:touch:[&>header]:min-h-[3.75rem] mouse:[&>header]:min-h-[3rem]', className)}
      actions={
        more > 0 ? (
          <Link
            to="/buildingList"
            className="-mr-2 inline-flex min-h-control items-center rounded px-2 text-sm font-medium text-link hover:underline"
          >
            全部 {formatNumber(of?.total ?? 0)} 栋
            <ChevronRightIcon />
          </Link>
        ) : (
          isDesk && takeRows
        )
      }
    >
      {head}
      {!isDesk && takeRows && <div className={cx('px-4 pb-3', !head && 'pt-3')}>{takeRows}</div>}
      <ul className={cx('divide-y divide-line', head || (!isDesk && takeRows) ? 'border-t border-line' : undefined)}>
        {rows.map((row) => (
          <Other
            key={row.id}
            of={row}
            isBusy={taking?.buildingId === row.id}
            mayTake={mayTake}
            onTake={() => void take(row.id)}
          />
        ))}
      </ul>
      {foot}
    </Card>
  )
}

interface OtherProps {
  readonly of: BuildingRow
  readonly isBusy: boolean
  readonly mayTake: boolean
  onTake(): void
}

function Other({ of, isBusy, mayTake, onTake }: OtherProps) {
  return (
    <li className="flex items-center gap-x-3 pr-4">
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id: of.id, canEdit: '0', tabName: firstTab(of.alarmNum) }}
        className="flex min-h-[3.5rem] min-w-0 flex-1 flex-wrap content-center items-center gap-x-3 px-4 py-1.5 hover:bg-wash md:grid md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] md:items-baseline xl:min-h-[2.75rem]"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="min-w-0 break-words text-base font-semibold text-ink">{of.name}</span>
          <ConditionMarks of={{ alarmNum: of.alarmNum }} />
        </span>
        <span className="truncate text-sm text-ink-soft max-md:basis-full">
          {[of.countyName, of.streetName].filter(Boolean).join(' ')}
        </span>
      </Link>
      <Button
        aria-label={`下载 ${of.name}`}
        size="small"
        icon={<DownloadIcon />}
        busy={isBusy}
        disabled={!isBusy && !mayTake}
        onClick={onTake}
      >
        下载
      </Button>
    </li>
  )
}
