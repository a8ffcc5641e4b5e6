import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { pointFields, type PointRow } from '#contract/point.ts'
import { editPoint, fetchPoint } from '#app/data/point.ts'
import { CallError } from '#app/lib/call.ts'
import { orMissing } from '#app/lib/format.ts'
import { isUnstored, lastOf, writesOfForm } from '#app/offline/outbox/write-queued.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { EditConflict } from '#app/parts/edit-conflict.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const EDITABLE = [
  ['floor', '楼层'],
  ['zone', '部位'],
  ['descript', '描述'],
] as const

type Texts = Record<(typeof EDITABLE)[number][0], string>

/** The contract allows null and undefined; form fields are strings. */
const asTyped = v.transform((typed: string): string | null | undefined => typed)
const schema = v.object({
  floor: v.pipe(v.string(), asTyped, pointFields.floor),
  zone: v.pipe(v.string(), asTyped, pointFields.zone),
  descript: v.pipe(v.string(), asTyped, pointFields.descript),
})
const textsOf = ({ floor, zone, descript }: Partial<Pick<PointRow, keyof Texts>>): Texts => ({
  floor: floor ?? '',
  zone: zone ?? '',
  descript: descript ?? '',
})

const formOf = ({ id }: PointRow) => `point:${id}`

interface PointEditDialogProps {
  readonly row: PointRow
  readonly place: string
  onClose(): void
  onRemove(): void
}

export function PointEditDialog({ row, place, onClose, onRemove }: PointEditDialogProps) {
  const [open, setOpen] = useState(true)
  const [unsent, setUnsent] = useState<readonly UnsentWrite[]>()
  const name = formOf(row)
  useEffect(() => {
    let wanted = true
    const find = async () => {
      const found = await writesOfForm(name)
      if (wanted) setUnsent(found)
    }
    void find()
    return () => {
      wanted = false
    }
  }, [name])
  const close = () => {
    setOpen(false)
    onClose()
  }
  if (!unsent) return null
  return (
    <LazyDialog open={open} title={`编辑点位 ${row.pointNumber ?? ''}`} width={600} closing="button" onClose={close}>
      <PointForm
        row={row}
        place={place}
        unsent={unsent}
        onDone={close}
        onRemove={() => {
          close()
          onRemove()
        }}
      />
    </LazyDialog>
  )
}

interface PointFormProps extends Omit<PointEditDialogProps, 'onClose'> {
  readonly unsent: readonly UnsentWrite[]
  onDone(): void
}

function PointForm({ row, place, unsent, onDone, onRemove }: PointFormProps) {
  const client = useQueryClient()
  const { last, refused } = lastOf(unsent)
  const [base, setBase] = useState(row)
  const [theirs, setTheirs] = useState(refused && refused.input.version !== row.version ? row : undefined)
  /** Resumed by this form. */
  const replaces = useRef(refused?.seq)
  const form = useForm(schema, (last?.form?.entered as Texts | undefined) ?? textsOf(row), async (fields) => {
    let written
    try {
      written = await editPoint(
        client,
        { id: row.id, ...fields, ...(base.version && { version: base.version }) },
        {
          label: `编辑点位 ${row.pointNumber ?? row.id}`,
          place,
          page: location.pathname,
          form: { name: formOf(row), entered: textsOf(fields) },
          replaces: replaces.current,
        },
      )
    } catch (error) {
      if (!isUnstored(error)) replaces.current = undefined
      if (!(error instanceof CallError) || error.code !== 409) throw error
      const now = await fetchPoint(row.id)
      setTheirs(now)
      setBase(now)
      return
    }
    toast.success(written.isSent ? `修改成功：点位 ${row.pointNumber ?? row.id}` : written.words)
    onDone()
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <p className="mb-3 text-sm text-ink-soft">
        {orMissing(row.deviceName)} · {orMissing(row.deviceTypeName)} · {orMissing(row.sysName)}
      </p>
      {last && !refused && <p className="mb-3 text-sm text-working-ink">已含待提交的修改，按顺序提交</p>}
      {theirs && (
        <EditConflict
          what="点位"
          rows={EDITABLE.map(([name, label]) => ({
            name,
            label,
            mine: form.fields[name],
            theirs: textsOf(theirs)[name],
          }))}
          onTake={(name) => form.change({ [name]: textsOf(theirs)[name as keyof Texts] })}
        />
      )}
      {EDITABLE.map(([name, label]) => (
        <Field key={name} label={label} error={form.errors[name]}>
          {(control) => <TextInput {...control} {...form.bind(name)} />}
        </Field>
      ))}
      {form.refusal && (
        <p role="alert" className="mb-2 text-sm text-danger-ink">
          {form.refusal}
        </p>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button kind="plain" className="text-danger-ink md:mr-auto" onClick={onRemove}>
          删除点位
        </Button>
        <Button onClick={onDone}>取消</Button>
        <Button type="submit" kind="primary" busy={form.busy}>
          {theirs ? '按所选保存' : '保存'}
        </Button>
      </div>
    </form>
  )
}
