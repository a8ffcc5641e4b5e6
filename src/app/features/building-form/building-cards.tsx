import type { ComponentProps, ReactNode } from 'react'
import type { BuildingFields } from '#contract/building-form.ts'
import { heightClass } from '#contract/building-form.rules.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { orMissing } from '#app/lib/format.ts'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { MapAddressField } from '#app/parts/map-address-field.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { LABELS } from './form-texts.ts'
import { NameInput } from './name-input.tsx'
import type { BuildingFormState } from './use-building-form.ts'
import type { FieldWords } from './use-field-words.ts'

const NUMBERS: readonly (readonly [keyof BuildingFields, string])[] = [
  ['floorSpace', 'm²'],
  ['area', 'm²'],
  ['upperLevel', '层'],
  ['underLevel', '层'],
  ['height', 'm'],
]

interface CardProps {
  readonly state: BuildingFormState
  readonly isNew: boolean
}

interface BasicCardProps extends CardProps {
  readonly words: FieldWords
  readonly isUseAtOnce: boolean
  readonly readAt: number | undefined
}

export function BasicCard({ state, isNew, words, isUseAtOnce, readAt }: BasicCardProps) {
  const { form, picked, rename, pick } = state
  const { errors, fields, bind, change } = form
  return (
    <Card
      title="基本信息"
      actions={requiredWords(isNew)}
      freshness={readAt !== undefined && <DataTime of={{ dataUpdatedAt: readAt, isFetching: false }} />}
    >
      <div className="grid gap-x-4 md:grid-cols-2">
        <Field
          label={LABELS.name}
          required
          error={errors.name}
          hint={
            isNew &&
            (picked ? '已选择预登记建筑，提交审批后绑定到本单位' : '可从预登记建筑中选择；没有时作为新建筑提交审批')
          }
        >
          {(control) =>
            isNew ? (
              <NameInput control={control} value={fields.name} onType={rename} onPick={pick} />
            ) : (
              <TextInput {...control} {...bind('name')} />
            )
          }
        </Field>
        <Line form={form} name="complexName" hint={isNew && '不属于综合体的，填建筑名称'} />
        <Field label={LABELS.areaData} required error={errors.areaData}>
          {(control) => (
            <AreaPicker
              {...control}
              name="areaData"
              value={readPosition(fields.areaData) ?? []}
              onChange={(codes) => change({ areaData: JSON.stringify(codes) })}
            />
          )}
        </Field>
        <Choice form={form} name="natureId" entries={words.natures} hint={isUseAtOnce && '保存后直接生效，无需审批'} />
        <div className="contents max-md:grid max-md:grid-cols-2 max-md:gap-x-3">
          {NUMBERS.map(([name, unit]) => (
            <Line key={name} form={form} name={name} inputMode={unit === '层' ? 'numeric' : 'decimal'} trail={unit} />
          ))}
          <Field label="高度类别" hint="由建筑高度和地上层数得出">
            {(control) => (
              <TextInput
                {...control}
                disabled
                value={orMissing(words.height(heightClass(Number(fields.height), Number(fields.upperLevel))))}
              />
            )}
          </Field>
        </div>
        <Choice form={form} name="constructId" entries={words.structures} />
        <Line form={form} name="buildingYear" inputMode="numeric" maxLength={4} />
      </div>
    </Card>
  )
}

export function PlaceCard({ state, isNew }: CardProps) {
  const { form, place, setPlace } = state
  const { errors, fields, change } = form
  return (
    <Card title="位置" actions={requiredWords(isNew)} className="xl:[--map:21rem]">
      <Line form={form} name="addressDetail" hint="道路和门牌号；下方的地图地址含省市区，用于定位" />
      <MapAddressField
        name="address"
        label={LABELS.address}
        required
        error={errors.address}
        place={place}
        address={fields.address}
        onPlace={setPlace}
        onAddress={(address) => change({ address })}
      />
    </Card>
  )
}

const requiredWords = (isNew: boolean): ReactNode => isNew && <span className="text-sm text-ink-soft">各项必填</span>

interface LineProps extends Omit<ComponentProps<typeof TextInput>, 'form' | 'name'> {
  readonly form: BuildingFormState['form']
  readonly name: keyof BuildingFields
  readonly hint?: string | false
}

function Line({ form: { errors, bind }, name, hint, ...extra }: LineProps) {
  return (
    <Field label={LABELS[name]} required error={errors[name]} hint={hint}>
      {(control) => <TextInput {...control} {...bind(name)} {...extra} />}
    </Field>
  )
}

interface ChoiceProps {
  readonly form: BuildingFormState['form']
  readonly name: 'natureId' | 'constructId'
  readonly entries: readonly { readonly code: string; readonly name: string }[]
  readonly hint?: string | false
}

function Choice({ form: { errors, bind }, name, entries, hint }: ChoiceProps) {
  return (
    <Field label={LABELS[name]} required error={errors[name]} hint={hint}>
      {(control) => (
        <Select
          {...control}
          {...bind(name)}
          placeholder="请选择"
          options={entries.map(({ code, name: label }) => ({ value: code, label }))}
        />
      )}
    </Field>
  )
}
