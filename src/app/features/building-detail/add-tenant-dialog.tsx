import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { tenancy, UNIT_SEARCH_SIZE } from '#contract/tenancy.ts'
import { shanghaiDay } from '#contract/time.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { bindTenant, tenancyQuery } from '#app/data/tenancy.ts'
import { UnitChoice } from '#app/parts/unit-choice.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface AddTenantDialogProps {
  readonly buildingId: string
  readonly open: boolean
  onClose(): void
}

/** Lets a unit settle in: which, since when, on how much, under which label. Source: document 2, section 5. */
export function AddTenantDialog({ buildingId, open, onClose }: AddTenantDialogProps) {
  return (
    <LazyDialog open={open} title="添加入驻单位" width={600} closing="button" onClose={onClose}>
      <AddTenantForm buildingId={buildingId} onDone={onClose} />
    </LazyDialog>
  )
}

const { lawCompanyId, enterTime, enterArea, label } = tenancy.bind.input.entries
/** The wire takes numbers too; a form holds text. */
const asTyped = v.transform((typed: string): string | number => typed)
const schema = v.object({
  lawCompanyId: v.pipe(v.string(), asTyped, lawCompanyId),
  // The picker gives a day, the wire takes a time.
  enterTime: v.pipe(
    v.string(),
    v.transform((day) => (day ? `${day} 00:00:00` : '')),
    enterTime,
    v.check((time) => time.slice(0, 10) <= shanghaiDay(new Date()), '入驻日期不能晚于今天'),
  ),
  enterArea: v.pipe(v.string(), asTyped, enterArea),
  label,
})

function AddTenantForm({ buildingId, onDone }: { buildingId: string; onDone(): void }) {
  const client = useQueryClient()
  const { data: labels = [] } = useQuery(dictionaryQuery.list('COMPANY_LABEL'))
  const form = useForm(schema, { lawCompanyId: '', enterTime: '', enterArea: '', label: '' }, async (fields) => {
    await bindTenant(client, { buildingId, ...fields })
    toast.success('添加成功')
    onDone()
  })
  return (
    <>
      <UnitChoice
        name="lawCompanyId"
        hint="输入单位名称查找；未输入时列出本区单位"
        nobody="没有找到可添加的单位"
        value={form.fields.lawCompanyId}
        error={form.errors['lawCompanyId']}
        query={(search) => tenancyQuery.candidates({ buildingId, search, currentPage: 1, pageSize: UNIT_SEARCH_SIZE })}
        onChange={(id) => form.change({ lawCompanyId: id })}
      />
      <form onSubmit={form.submit} noValidate>
        <div className="grid gap-x-4 md:grid-cols-2">
          <Field label="入驻日期" required error={form.errors['enterTime']}>
            {(control) => (
              <TextInput {...control} {...form.bind('enterTime')} type="date" max={shanghaiDay(new Date())} />
            )}
          </Field>
          <Field label="入驻面积" required error={form.errors['enterArea']}>
            {(control) => <TextInput {...control} {...form.bind('enterArea')} inputMode="decimal" trail="m²" />}
          </Field>
        </div>
        <Field label="单位标签" required error={form.errors['label']}>
          {(control) => (
            <Select
              {...control}
              name="label"
              value={form.fields.label}
              placeholder="请选择单位标签"
              options={labels.map(({ name }) => ({ value: name, label: name }))}
              onChange={(event) => form.change({ label: event.target.value })}
            />
          )}
        </Field>
        {form.refusal && (
          <p role="alert" className="mb-2 text-sm text-danger-ink">
            {form.refusal}
          </p>
        )}
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          <Button onClick={onDone}>取消</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            确定
          </Button>
        </div>
      </form>
    </>
  )
}
