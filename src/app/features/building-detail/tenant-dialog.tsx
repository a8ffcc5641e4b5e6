import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { tenancy, type Tenant, UNIT_SEARCH_SIZE } from '#contract/tenancy.ts'
import { shanghaiDay } from '#contract/time.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { bindTenant, tenancyQuery, updateTenant } from '#app/data/tenancy.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { UnitChoice } from '#app/parts/unit-choice.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateInput } from '#app/ui/date-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface TenantDialogProps {
  readonly buildingId: string
  readonly tenant: Tenant | undefined
  readonly open: boolean
  onClose(): void
}

export function TenantDialog({ buildingId, tenant, open, onClose }: TenantDialogProps) {
  const title = tenant ? '修改入驻单位' : '添加入驻单位'
  return (
    <LazyDialog open={open} title={title} width={600} closing="button" onClose={onClose}>
      <TenantForm buildingId={buildingId} tenant={tenant} onDone={onClose} />
    </LazyDialog>
  )
}

const { lawCompanyId, enterTime, enterArea, label } = tenancy.bind.input.entries
/** The contract also allows numbers; form fields are strings. */
const asTyped = v.transform((typed: string): string | number => typed)
const schema = v.object({
  lawCompanyId: v.pipe(v.string(), asTyped, lawCompanyId),
  // The picker returns a date; the call takes a date-time.
  enterTime: v.pipe(
    v.string(),
    v.transform((day) => (day ? `${day} 00:00:00` : '')),
    enterTime,
    v.check((time) => time.slice(0, 10) <= shanghaiDay(new Date()), '入驻日期不能晚于今天'),
  ),
  enterArea: v.pipe(v.string(), asTyped, enterArea),
  label,
})

const fieldsOf = (tenant: Tenant | undefined) => ({
  lawCompanyId: tenant?.lawCompanyId ?? '',
  enterTime: tenant?.enterTime?.slice(0, 10) ?? '',
  enterArea: String(tenant?.enterArea ?? ''),
  label: tenant?.label ?? '',
})

function TenantForm({ buildingId, tenant, onDone }: Omit<TenantDialogProps, 'open' | 'onClose'> & { onDone(): void }) {
  const client = useQueryClient()
  const labels = useQuery(dictionaryQuery.list('COMPANY_LABEL'))
  const form = useForm(schema, fieldsOf(tenant), async (fields) => {
    if (tenant) await updateTenant(client, { buildingId, ...fields, lawCompanyId: tenant.lawCompanyId })
    else await bindTenant(client, { buildingId, ...fields })
    toast.success(tenant ? `已保存入驻单位“${tenant.name}”` : '已添加入驻单位')
    onDone()
  })
  const label = (list: readonly { readonly name: string }[]) => (
    <Field label="单位标签" required error={form.errors['label']}>
      {(control) => (
        <Select
          {...control}
          name="label"
          value={form.fields.label}
          placeholder="请选择单位标签"
          options={list.map(({ name }) => ({ value: name, label: name }))}
          onChange={(event) => form.change({ label: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {tenant ? (
        <p className="mb-3 font-semibold text-ink">{tenant.name}</p>
      ) : (
        <UnitChoice
          name="lawCompanyId"
          hint="输入单位名称查找；未输入时列出本区单位"
          nothing="没有找到可添加的单位"
          value={form.fields.lawCompanyId}
          error={form.errors['lawCompanyId']}
          query={(search) =>
            tenancyQuery.candidates({ buildingId, search, currentPage: 1, pageSize: UNIT_SEARCH_SIZE })
          }
          onChange={(id) => form.change({ lawCompanyId: id })}
        />
      )}
      <form onSubmit={form.submit} noValidate>
        <div className="grid gap-x-4 md:grid-cols-2">
          <Field label="入驻日期" required error={form.errors['enterTime']}>
            {(control) => <DateInput {...control} {...form.bind('enterTime')} max={shanghaiDay(new Date())} />}
          </Field>
          <Field label="入驻面积" required error={form.errors['enterArea']}>
            {(control) => <TextInput {...control} {...form.bind('enterArea')} inputMode="decimal" trail="m²" />}
          </Field>
        </div>
        <QueryResult of={labels} waiting={label([])}>
          {label}
        </QueryResult>
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
