import type { MeasuredRow, PointRow } from '#contract/point.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { MeasuredValue } from '#app/parts/curve/measured-value.tsx'
import { beforeOffline, shownValue } from '#app/parts/curve/measured-words.ts'
import { DeleteIcon, EditIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { DataTable } from '#app/ui/table.tsx'

interface PointTableProps {
  readonly rows: readonly PointRow[] | undefined
  readonly measured: readonly MeasuredRow[] | undefined
  readonly busy: boolean
  readonly firstIndex: number
  readonly expected: number
  readonly filtered: boolean
  onEdit?(row: PointRow): void
  onRemove?(row: PointRow): void
}

function valueWords(found: MeasuredRow): string {
  const { value, unit } = shownValue(found)
  return `${beforeOffline(found)}${value}${unit}`
}

export function PointTable({
  rows,
  measured,
  busy,
  firstIndex,
  expected,
  filtered,
  onEdit,
  onRemove,
}: PointTableProps) {
  const measuredOf = ({ id }: PointRow) => measured?.find(({ deviceId }) => deviceId === id)
  return (
    <DataTable
      caption="点位"
      rows={rows}
      rowKey={(row) => row.id}
      expected={expected}
      busy={busy}
      minWidth="76rem"
      tracks={3}
      areFactsLate
      facts={(row) => {
        const found = measuredOf(row)
        return [found && valueWords(found), row.pointNumber, row.floor, row.zone]
      }}
      empty={
        filtered ? (
          <Empty title="没有符合条件的点位" hint="请更换关键词或设备类型" />
        ) : (
          <Empty title="暂无点位" hint="可用表格导入点位" />
        )
      }
      columns={[
        {
          key: 'index',
          header: '序号',
          align: 'end',
          phone: 'desk',
          tablet: 'tall',
          nowrap: true,
          width: '3.5rem',
          render: (_, position) => firstIndex + position,
        },
        { key: 'name', header: '设备名称', phone: 'title', render: (row) => orMissing(row.deviceName) },
        {
          key: 'number',
          header: '点位编号',
          phone: 'desk',
          nowrap: true,
          render: (row) => orMissing(row.pointNumber),
        },
        { key: 'device', header: '设备编号', nowrap: true, render: (row) => orMissing(row.deviceNo) },
        { key: 'system', header: '消防系统', width: '10rem', tablet: 'under', render: (row) => orMissing(row.sysName) },
        { key: 'type', header: '设备类型', render: (row) => orMissing(row.deviceTypeName) },
        {
          key: 'online',
          header: '在线状态',
          phone: 'state',
          tablet: 'pair',
          nowrap: true,
          render: ({ connectStatus: code, reportTime }) =>
            code === undefined ? (
              MISSING
            ) : (
              <span>
                <Badge look="plain" tone={connectStatus.tone(code)}>
                  {connectStatus.label(code)}
                </Badge>
                {code === 0 && (
                  <span className="row-more block text-xs text-ink-soft">
                    {reportTime ? formatTime(reportTime) : '从未上报'}
                  </span>
                )}
              </span>
            ),
        },
        {
          key: 'value',
          header: '当前值',
          nowrap: true,
          width: '11rem',
          render: (row) => {
            const found = measuredOf(row)
            return (
              <span className="flex h-6 items-center self-center">
                {found ? <MeasuredValue of={found} /> : MISSING}
              </span>
            )
          },
        },
        { key: 'floor', header: '楼层', phone: 'desk', nowrap: true, render: (row) => orMissing(row.floor) },
        { key: 'zone', header: '部位', phone: 'desk', render: (row) => orMissing(row.zone) },
        { key: 'descript', header: '描述', render: (row) => orMissing(row.descript) },
        {
          key: 'action',
          header: '操作',
          phone: 'action',
          width: '6rem',
          stuck: true,
          render: (row) =>
            onEdit &&
            onRemove && (
              <span className="inline-flex">
                <IconButton
                  size="small"
                  label={`编辑点位 ${row.pointNumber ?? row.id}`}
                  icon={<EditIcon />}
                  onClick={() => onEdit(row)}
                />
                <IconButton
                  size="small"
                  label={`删除点位 ${row.pointNumber ?? row.id}`}
                  icon={<DeleteIcon />}
                  onClick={() => onRemove(row)}
                />
              </span>
            ),
        },
      ]}
    />
  )
}
