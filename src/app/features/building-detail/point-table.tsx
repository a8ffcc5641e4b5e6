import { Link, useRouter } from '@tanstack/react-router'
import type { MeasuredRow, PointRow } from '#contract/point.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { pointState } from '#contract/dict/point-state.ts'
import { formatTime, MISSING, orMissing, shortTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { MeasuredValue } from '#app/parts/curve/measured-value.tsx'
import { beforeOffline, isOut, pointCondition, shownValue } from '#app/parts/curve/measured-words.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import { useMay } from '#app/session/use-may.ts'
import { EditIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { type Column, useUnfolded } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'

interface PointTableProps {
  readonly rows: readonly PointRow[] | undefined
  readonly measured: readonly MeasuredRow[] | undefined
  readonly busy: boolean
  readonly firstIndex: number
  readonly expected: number
  readonly filtered: boolean
  onEdit?(row: PointRow): void
}

function valueWords(found: MeasuredRow): string {
  const { value, unit } = shownValue(found)
  return [value, unit].filter(Boolean).join('\u00a0')
}

function wrongOf(found: MeasuredRow | undefined): string | undefined {
  if (!found || found.figure === null || found.connectStatus === 0 || !isOut(found)) return undefined
  return pointCondition(found)?.text.replace(/（.+/, '')
}

interface ReadingProps {
  readonly of: PointRow
  readonly found: MeasuredRow | undefined
  readonly now: Date
}

function Reading({ of: { connectStatus: code, reportTime }, found, now }: ReadingProps) {
  if (code !== 0) return found ? <MeasuredValue of={found} /> : null
  const time = reportTime ? shortTime(reportTime, now).split(' ')[0] : undefined
  return (
    <span title={formatTime(reportTime)} className="text-xs text-ink-soft">
      {found && (
        <span className="whitespace-nowrap">
          <span aria-hidden="true" className="max-xl:hidden">
            {beforeOffline(found)}{' '}
          </span>
          <MeasuredValue of={found} />
        </span>
      )}
      {found && time && ' · '}
      <span className="whitespace-nowrap">{found ? time : time ? `${time} 上报` : '从未上报'}</span>
    </span>
  )
}

const valueColumn = (measuredOf: (row: PointRow) => MeasuredRow | undefined, now: Date): Column<PointRow> => ({
  key: 'value',
  tablet: 'under',
  below: 'online',
  header: '当前值',
  nowrap: true,
  width: '5.25rem',
  render: (row) => {
    const found = measuredOf(row)
    return found || row.connectStatus === 0 ? <Reading of={row} found={found} now={now} /> : MISSING
  },
})

const placeOf = ({ floor, zone, descript }: PointRow) => [floor, zone, descript].filter(Boolean).join(' ')

function EditPoint({ label, onPress }: { readonly label: string; onPress(): void }) {
  const isUnfolded = useUnfolded()
  if (isUnfolded === undefined)
    return (
      <IconButton
        size="small"
        className="w-control-sm !px-0 max-md:-mr-2 xl:-mr-2.5"
        label={label}
        icon={<EditIcon />}
        onClick={onPress}
      />
    )
  return (
    isUnfolded && (
      <Button className="mt-2" icon={<EditIcon />} aria-label={label} onClick={onPress}>
        编辑点位
      </Button>
    )
  )
}

const WIDTHS = {
  calm: {
    wide: { name: '11rem', online: '16.5rem', place: '10.5rem', type: '9.5rem', action: '2.75rem' },
    tablet: { name: '9.75rem', online: '8.5rem', place: '7.75rem', type: '8.5rem', action: '2.75rem' },
  },
  burning: {
    wide: { name: '11rem', online: '12.5rem', place: '10.5rem', type: '9.5rem', action: '6.75rem' },
    tablet: { name: '9.5rem', online: '6.5rem', place: '6.75rem', type: '8rem', action: '6.75rem' },
  },
} as const

const isAlarm = ({ state, alarmId }: PointRow) => state === 'alarm' && Boolean(alarmId)

function BurningPointActions({ of, onEdit }: { readonly of: PointRow; readonly onEdit: PointTableProps['onEdit'] }) {
  const { navigate } = useRouter()
  return (
    <RowActions
      name={orMissing(of.deviceName)}
      most={1}
      isFirstAlways
      actions={[
        {
          key: 'alarm',
          label: '查看火警',
          kind: 'secondary',
          onSelect: () => void navigate({ to: '/alarms', search: { id: of.alarmId ?? '' } }),
        },
        ...(onEdit ? [{ key: 'edit', label: '编辑点位', onSelect: () => onEdit(of) }] : []),
      ]}
    />
  )
}

export function PointTable({ rows, measured, busy, firstIndex, expected, filtered, onEdit }: PointTableProps) {
  const now = useNow()
  const isWide = useMedia(WIDE)
  const isOnDuty = useMay('duty')
  const isBurning = isOnDuty && rows?.some(isAlarm)
  const widths = WIDTHS[isBurning ? 'burning' : 'calm'][isWide ? 'wide' : 'tablet']
  const measuredOf = ({ id }: PointRow) => measured?.find(({ deviceId }) => deviceId === id)
  return (
    <WideTable
      caption="点位"
      rows={rows}
      rowKey={(row) => row.id}
      expected={expected}
      busy={busy}
      minWidth="76rem"
      areFactsLate
      isUrgent={({ state }) => state === 'alarm'}
      facts={(row) => {
        const found = measuredOf(row)
        return [
          row.connectStatus !== undefined && (
            <PointState key="state" of={row} wrong={wrongOf(found)} isOnDuty={false} />
          ),
          placeOf(row),
          found ? valueWords(found) : row.pointNumber,
        ]
      }}
      empty={
        filtered ? (
          <Empty title="没有符合条件的点位" hint="请更换关键词或设备类型" />
        ) : (
          <Empty title="暂无点位" hint="可用表格导入点位" />
        )
      }
      columns={[
        ...(isWide
          ? [
              {
                key: 'index',
                header: '序号',
                align: 'end',
                nowrap: true,
                width: '1.75rem',
                render: (_, position) => firstIndex + position,
              } satisfies Column<PointRow>,
            ]
          : []),
        {
          key: 'name',
          header: '设备名称',
          phone: 'title',
          width: widths.name,
          render: (row) => orMissing(row.deviceName),
        },
        {
          key: 'device',
          below: 'name',
          header: '设备编号',
          tablet: 'under',
          nowrap: true,
          width: '6.5rem',
          render: (row) => orMissing(row.deviceNo),
        },
        {
          key: 'online',
          tablet: 'main',
          header: '状态',
          nowrap: true,
          width: widths.online,
          render: (row) => {
            const found = measuredOf(row)
            const state = <PointState of={row} wrong={wrongOf(found)} isOnDuty={isOnDuty} />
            if (!isWide || row.connectStatus === undefined) return state
            return (
              <span className="flex items-baseline gap-2">
                {state}
                <Reading of={row} found={found} now={now} />
              </span>
            )
          },
        },
        ...(isWide ? [] : [valueColumn(measuredOf, now)]),
        {
          key: 'place',
          tablet: 'main',
          header: '位置',
          phone: 'desk',
          width: widths.place,
          render: (row) => <span className="[word-break:keep-all]">{orMissing(placeOf(row))}</span>,
        },
        {
          key: 'number',
          below: 'place',
          nowrap: true,
          header: '点位编号',
          tablet: 'under',
          width: '5rem',
          render: (row) => orMissing(row.pointNumber),
        },
        {
          key: 'system',
          below: 'type',
          width: '8.75rem',
          header: '消防系统',
          tablet: 'under',
          render: (row) => <span className="md:text-xs xl:whitespace-nowrap">{orMissing(row.sysName)}</span>,
        },
        {
          key: 'type',
          header: '设备类型',
          tablet: 'main',
          width: widths.type,
          render: (row) => <span className="md:text-xs xl:whitespace-nowrap">{orMissing(row.deviceTypeName)}</span>,
        },
        ...(onEdit || isBurning
          ? [
              {
                key: 'action',
                header: '操作',
                phone: 'action',
                width: widths.action,
                stuck: true,
                render: (row) =>
                  isOnDuty && isAlarm(row) ? (
                    <BurningPointActions of={row} onEdit={onEdit} />
                  ) : (
                    onEdit && <EditPoint label={`编辑点位 ${row.pointNumber ?? row.id}`} onPress={() => onEdit(row)} />
                  ),
              } satisfies Column<PointRow>,
            ]
          : []),
      ]}
    />
  )
}

const NOTABLE: readonly PointRow['state'][] = ['alarm', 'fault', 'shield']

interface PointStateProps {
  readonly of: PointRow
  readonly wrong: string | undefined
  readonly isOnDuty: boolean
}

function PointState({ of: { state, alarmId, connectStatus: code }, wrong, isOnDuty }: PointStateProps) {
  if (code === undefined) return MISSING
  const badge = NOTABLE.includes(state) && (
    <Badge look="plain" tone={pointState.tone(state)}>
      {(state === 'fault' && wrong) || pointState.label(state)}
    </Badge>
  )
  return (
    <span className="inline-flex items-baseline gap-x-2">
      {badge && alarmId && isOnDuty ? (
        <Link
          to="/alarms"
          search={{ id: alarmId }}
          title="查看火警"
          className="relative inline-flex border-b border-dotted border-danger hover:border-solid touch:after:absolute touch:after:-inset-3"
        >
          {badge}
        </Link>
      ) : (
        badge
      )}
      {(!badge || code === 0) && (
        <Badge look="plain" tone={connectStatus.tone(code)}>
          {connectStatus.label(code)}
        </Badge>
      )}
    </span>
  )
}
