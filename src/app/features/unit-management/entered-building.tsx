import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shanghaiDay } from '#contract/time.ts'
import type { ManagedDetail } from '#contract/unit-management.ts'
import { buildingQuery } from '#app/data/building.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { SearchBox } from '#app/parts/search-box.tsx'
import type { Form } from '#app/parts/use-form.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { DateInput } from '#app/ui/date-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { DAY_START, endOf } from '#app/ui/date-range-math.ts'
import { FailedRead } from '#app/parts/failed-read.tsx'
import { entryFields, type UnitFields } from './unit-fields.ts'

interface EnteredBuildingProps {
  readonly formId: string
  readonly form: Form<UnitFields>
  readonly told: ManagedDetail | undefined
  readonly belongs: boolean
  onBelongs(belongs: boolean): void
}

/** Source: document 2, section 5. */
export function EnteredBuilding({ formId, form, told, belongs, onBelongs }: EnteredBuildingProps) {
  const labels = useQuery(dictionaryQuery.list('COMPANY_LABEL'))
  const { errors, fields, bind, change } = form
  const entered = told?.buildInfo ?? []
  const choose = (id: string) => {
    const [entry, former] = [id, fields.buildingId].map((of) => entered.find(({ buildingId }) => buildingId === of))
    change({ ...((entry ?? former) && entryFields(entry)), buildingId: id })
  }
  return (
    <fieldset className="mb-2 border-t border-line pt-2">
      <Checkbox checked={belongs} disabled={entered.length > 0} onChange={(event) => onBelongs(event.target.checked)}>
        所属建筑
      </Checkbox>
      {entered.length > 0 && (
        <p className="mb-2 text-sm text-ink-soft">
          已入驻：{entered.map(({ buildingName }) => buildingName).join('、')}。解除入驻请在建筑详情中操作。
        </p>
      )}
      {belongs && (
        <>
          <BuildingChoice value={fields.buildingId} known={entered} error={errors['buildingId']} onChange={choose} />
          <div className="grid gap-x-4 md:grid-cols-3">
            <Field label="入驻日期" required error={errors['enterTime']}>
              {(control) => (
                <DateInput
                  {...control}
                  form={formId}
                  name="enterTime"
                  max={shanghaiDay(new Date())}
                  value={fields.enterTime.slice(0, 10)}
                  onChange={(event) => change({ enterTime: endOf(event.target.value, '', DAY_START) })}
                />
              )}
            </Field>
            <Field label="入驻面积" required error={errors['enterArea']}>
              {(control) => (
                <TextInput {...control} {...bind('enterArea')} form={formId} inputMode="decimal" trail="m²" />
              )}
            </Field>
            <Field label="单位标签" required error={errors['label']}>
              {(control) => (
                <>
                  <Select
                    {...control}
                    {...bind('label')}
                    form={formId}
                    placeholder="请选择单位标签"
                    options={(labels.data ?? []).map(({ name }) => ({ value: name, label: name }))}
                  />
                  <FailedRead of={labels} />
                </>
              )}
            </Field>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface BuildingChoiceProps {
  readonly value: string
  readonly known: readonly { readonly buildingId: string; readonly buildingName: string }[]
  readonly error: string | undefined
  onChange(id: string): void
}

function BuildingChoice({ value, known, error, onChange }: BuildingChoiceProps) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildingQuery.allList({ search, currentPage: 1, pageSize: 20 }),
    enabled: search.trim() !== '',
  })
  const chosen = known.map(({ buildingId, buildingName }) => ({ value: buildingId, label: buildingName }))
  const others = (found.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const options = [...chosen, ...others.filter(({ value: id }) => !chosen.some((one) => one.value === id))]
  const nothing =
    search.trim() === '' ? '请先搜索建筑' : found.isFetching ? '正在查找' : found.data ? '没有找到建筑' : '建筑未取得'
  return (
    <Field label="建筑" required error={error} hint="输入建筑名称查找">
      {(control) => (
        <div className="space-y-2">
          <SearchBox
            label="搜索建筑名称"
            onSearch={(said) => {
              setSearch(said)
              if (value !== '' && !chosen.some((one) => one.value === value)) onChange('')
            }}
          />
          <Select
            {...control}
            name="buildingId"
            value={options.some((one) => one.value === value) ? value : ''}
            placeholder={options.length === 0 ? nothing : '请选择建筑'}
            options={options}
            onChange={(event) => onChange(event.target.value)}
          />
          <FailedRead of={found} />
        </div>
      )}
    </Field>
  )
}
