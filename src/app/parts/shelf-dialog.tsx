import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shelfReason } from '#contract/dict/shelf-reason.ts'
import { mostShelfHours, SHELF_NOTE_LENGTH, SHELF_REASONS, type ShelfTimes } from '#contract/shelf.rules.ts'
import { fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'
import { pointQuery } from '#app/data/point.ts'
import { createShelf, shelfQuery } from '#app/data/shelf.ts'
import { serverNow } from '#app/offline/connection.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { DateInput } from '#app/ui/date-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { QueryResult } from './query-result.tsx'
import { SearchBox } from './search-box.tsx'
import { useSaving } from './use-saving.ts'

export interface ShelfPlace {
  readonly buildingId: string
  readonly buildingName: string
  /** Offers the search for a device. */
  readonly openProjectId?: string | null
  /** Preselected device. */
  readonly point?: { readonly id: string; readonly label: string } | undefined
  readonly reason?: Reason
}

interface ShelfDialogProps {
  readonly open: boolean
  readonly place: ShelfPlace
  onClose(): void
}

export function ShelfDialog({ open, place, onClose }: ShelfDialogProps) {
  return (
    <LazyDialog open={open} onClose={onClose} title="检修登记" width={420} closing="button">
      <ShelfForm place={place} onDone={onClose} />
    </LazyDialog>
  )
}

const HOURS = [0.5, 1, 2, 4, 8, 12, 24, 48, 72]
const MOST_POINTS = 20
const REASONS = SHELF_REASONS.map((value) => ({ value, label: shelfReason.label(value) }))
const STARTS = [
  { value: 'now', label: '现在开始' },
  { value: 'later', label: '定时开始' },
] as const

type Scope = 'building' | 'system' | 'point'
type Reason = (typeof SHELF_REASONS)[number]
type Start = (typeof STARTS)[number]['value']

function ShelfForm({ place, onDone }: { place: ShelfPlace; onDone(): void }) {
  const client = useQueryClient()
  const role = actorOf(useSession())?.role ?? 'unit'
  const hours = HOURS.filter((one) => one <= mostShelfHours(role))
  const [scope, setScope] = useState<Scope>(place.point ? 'point' : 'building')
  const [systemId, setSystemId] = useState('')
  const [pointId, setPointId] = useState(place.point?.id ?? '')
  const [reason, setReason] = useState<Reason | ''>(place.reason ?? '')
  const [start, setStart] = useState<Start>('now')
  const [day, setDay] = useState(() => shanghaiDay(new Date(serverNow() ?? Date.now())))
  const [time, setTime] = useState('')
  const [span, setSpan] = useState('2')
  const [note, setNote] = useState('')
  const { form, errors, setErrors, busy, save } = useSaving('检修未登记，须联网后重试')
  const scopes = [
    { value: 'building' as const, label: '整栋建筑' },
    { value: 'system' as const, label: '一个系统' },
    ...(place.point || place.openProjectId ? [{ value: 'point' as const, label: '一个设备' }] : []),
  ]
  const times = timesOf(start === 'now' ? null : `${day} ${time}:00`, Number(span))

  function submit() {
    const missing = {
      ...(scope === 'system' && systemId === '' && { systemId: '请选择系统' }),
      ...(scope === 'point' && pointId === '' && { pointId: '请选择设备' }),
      ...(reason === '' && { reason: '请选择检修原因' }),
      ...(times === null && { fromTime: '请选择开始时间' }),
    }
    if (Object.keys(missing).length > 0 || times === null || reason === '') return setErrors(missing)
    void save(async () => {
      await createShelf(client, {
        buildingId: place.buildingId,
        systemId: scope === 'system' ? systemId : '',
        pointId: scope === 'point' ? pointId : '',
        reason,
        note: note.trim(),
        fromTime: start === 'now' ? '' : toWireTime(times.from),
        untilTime: toWireTime(times.until),
      })
      toast.success(`检修登记成功：${place.buildingName}`)
      onDone()
    })
  }

  return (
    <div ref={form}>
      <p className="mb-3 break-words text-base font-semibold text-ink">{place.buildingName}</p>
      <p className="mb-4 text-sm text-ink-soft">
        检修期间的火警照常记录和显示，并标明“检修”，但不通知任何人；手动报警按钮除外。到结束时间自动恢复通知。
      </p>
      <Group label="检修范围" error={errors['scope']}>
        <RadioGroup<Scope> label="检修范围" options={scopes} value={scope} onChange={setScope} />
      </Group>
      {scope === 'system' && (
        <SystemField buildingId={place.buildingId} value={systemId} error={errors['systemId']} onChange={setSystemId} />
      )}
      {scope === 'point' && (
        <PointField place={place} value={pointId} error={errors['pointId']} onChange={setPointId} />
      )}
      <Group label="检修原因" error={errors['reason']}>
        <RadioGroup<Reason> label="检修原因" options={REASONS} value={reason} onChange={setReason} />
      </Group>
      <Group label="开始时间" error={errors['fromTime']}>
        <RadioGroup<Start> label="开始时间" options={STARTS} value={start} onChange={setStart} />
        {start === 'later' && (
          <div className="mt-1 grid grid-cols-2 gap-2">
            <DateInput aria-label="开始日期" value={day} onChange={({ target }) => setDay(target.value)} />
            <DateInput
              type="time"
              words="请选择时刻"
              aria-label="开始时刻"
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          </div>
        )}
      </Group>
      <Field
        label="持续时间"
        hint={times ? `至 ${toWireTime(times.until).slice(0, 16)} 自动结束` : ''}
        error={errors['untilTime']}
        required
      >
        {(control) => (
          <Select
            {...control}
            options={hours.map((one) => ({
              value: String(one),
              label: one < 1 ? `${one * 60} 分钟` : `${one} 小时`,
            }))}
            value={span}
            onChange={({ target }) => setSpan(target.value)}
          />
        )}
      </Field>
      <Field label="说明" required={false} hint="检修单位、内容和联系电话" error={errors['note']}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={SHELF_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onDone}>取消</Button>
        <Button kind="primary" busy={busy} onClick={submit}>
          登记
        </Button>
      </div>
    </div>
  )
}

/** @param start null: now */
function timesOf(start: string | null, hours: number): ShelfTimes | null {
  const from = start === null ? new Date(serverNow() ?? Date.now()) : fromWireTime(start)
  if (Number.isNaN(from.getTime())) return null
  return { from, until: new Date(from.getTime() + hours * 3_600_000) }
}

interface GroupProps {
  readonly label: string
  readonly error: string | undefined
  readonly children: ReactNode
}

function Group({ label, error, children }: GroupProps) {
  return (
    <div className="mb-3">
      <p aria-hidden="true" className="text-sm text-ink">
        {label}
      </p>
      {children}
      {error && (
        <p role="alert" tabIndex={-1} className="mt-1 text-xs text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly value: string
  readonly error: string | undefined
  onChange(value: string): void
}

function SystemField({ buildingId, value, error, onChange }: ChoiceProps & { readonly buildingId: string }) {
  const systems = useQuery(shelfQuery.systems(buildingId))
  const field = (data: typeof systems.data) => (
    <Field label="系统" error={error} required hint={data?.length === 0 ? '该建筑尚无点位，请选择整栋建筑' : ''}>
      {(control) => (
        <Select
          {...control}
          placeholder="请选择系统"
          options={(data ?? []).map(({ systemId, systemName }) => ({ value: String(systemId), label: systemName }))}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
  return (
    <QueryResult of={systems} waiting={field(undefined)}>
      {field}
    </QueryResult>
  )
}

function PointField({ place, value, error, onChange }: ChoiceProps & { readonly place: ShelfPlace }) {
  const [search, setSearch] = useState('')
  const openProjectId = place.openProjectId ?? ''
  const list = {
    openProjectId,
    search,
    deviceType: '',
    connectStatus: '' as const,
    currentPage: 1,
    pageSize: MOST_POINTS,
  }
  const { data, isError } = useQuery({ ...pointQuery.list(list, ''), enabled: openProjectId !== '' })
  const found = (data?.list ?? []).map(({ id, deviceName, deviceNo, pointNumber, floor, zone }) => ({
    value: id,
    label: [deviceName, deviceNo ?? pointNumber, floor, zone].filter(Boolean).join(' '),
  }))
  const { point } = place
  const options =
    point && !found.some((one) => one.value === point.id) ? [{ value: point.id, label: point.label }, ...found] : found
  return (
    <>
      {openProjectId !== '' && (
        <SearchBox
          label="搜索设备编号、名称或位置"
          className="mb-2"
          onSearch={(words) => {
            setSearch(words)
            onChange('')
          }}
        />
      )}
      <Field
        label="设备"
        error={error ?? (isError && !data ? '未取得设备，请重新搜索' : undefined)}
        required
        hint={data && data.total > MOST_POINTS ? `共 ${data.total} 个，请输入更多文字查找` : ''}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="请选择设备"
            options={options}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </>
  )
}
