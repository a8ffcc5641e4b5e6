import type { ComponentProps, ReactNode } from 'react'
import type { BuildingFields } from '#contract/building-form.ts'
import { heightClass } from '#contract/building-form.rules.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { orMissing } from '#app/lib/format.ts'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { MapAddressField } from '#app/parts/map-address-field.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
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
  readonly needsApproval: boolean
}

interface BasicCardProps extends CardProps {
  readonly words: FieldWords
  readonly readAt: number | undefined
}

export function BasicCard({ state, isNew, needsApproval, words, readAt }: BasicCardProps) {
  const { form, changed, picked, rename, pick } = state
  const { errors, fields, bind, change } = form
  return (
    <Card
      title="基本信息"
      className="[&>div]:pb-0"
      actions={headWords(isNew ? '各项必填' : needsApproval && '修改需审批')}
      freshness={readAt !== undefined && <DataTime of={{ dataUpdatedAt: readAt, isFetching: false }} />}
    >
      <div className="grid gap-x-4 md:grid-cols-2">
        <Changeable isChanged={changed.includes('name')}>
          <Field
            label={LABELS.name}
            required
            error={errors.name}
            hint={
              isNew && (picked ? '已选择预登记建筑，提交审批后绑定到本单位' : '可选预登记建筑；没有时按新建筑提交审批')
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
        </Changeable>
        <Line state={state} name="complexName" hint={isNew && '不属于综合体的，填建筑名称'} />
        <Changeable isChanged={changed.includes('areaData')}>
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
        </Changeable>
        <Choice
          state={state}
          name="natureId"
          entries={words.natures}
          hint={needsApproval && <span className="absolute right-0 top-0 leading-5">无需审批</span>}
        />
        <div className="contents max-md:grid max-md:grid-cols-2 max-md:gap-x-3">
          {NUMBERS.map(([name, unit]) => (
            <Line key={name} state={state} name={name} inputMode={unit === '层' ? 'numeric' : 'decimal'} trail={unit} />
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
        <Choice state={state} name="constructId" entries={words.structures} />
        <Line state={state} name="buildingYear" inputMode="numeric" maxLength={4} trail="年" placeholder="例：1995" />
      </div>
    </Card>
  )
}

export function PlaceCard({ state, isNew, needsApproval }: CardProps) {
  const { form, changed, place, setPlace } = state
  const { errors, fields, change } = form
  return (
    <Card
      title="位置"
      actions={headWords(isNew ? '各项必填' : needsApproval && '修改需审批')}
      className={cx('[&>div]:pb-0', isNew ? 'xl:[--map:16.75rem]' : 'xl:[--map:15.5rem]')}
    >
      <Line state={state} name="addressDetail" hint="道路和门牌号；下方的地图地址含省市区，用于定位" />
      <Changeable isChanged={changed.includes('address') || changed.includes('place')}>
        <MapAddressField
          name="address"
          label={LABELS.address}
          required
          error={errors.address}
          district={(readPosition(fields.areaData)?.[2] ?? '').slice(0, 6)}
          place={place}
          address={fields.address}
          onPlace={setPlace}
          onAddress={(address) => change({ address })}
        />
      </Changeable>
    </Card>
  )
}

const headWords = (words: string | false): ReactNode => words && <span className="text-sm text-ink-soft">{words}</span>

interface ChangeableProps {
  readonly isChanged: boolean
  readonly children: ReactNode
}

function Changeable({ isChanged, children }: ChangeableProps) {
  return <div className={cx('relative min-w-0', isChanged && '-ml-3 border-l-4 border-link pl-2')}>{children}</div>
}

interface LineProps extends Omit<ComponentProps<typeof TextInput>, 'name'> {
  readonly state: BuildingFormState
  readonly name: keyof BuildingFields
  readonly hint?: string | false
}

function Line({ state, name, hint, ...extra }: LineProps) {
  const { errors, bind } = state.form
  return (
    <Changeable isChanged={state.changed.includes(name)}>
      <Field label={LABELS[name]} required error={errors[name]} hint={hint}>
        {(control) => <TextInput {...control} {...bind(name)} {...extra} />}
      </Field>
    </Changeable>
  )
}

interface ChoiceProps {
  readonly state: BuildingFormState
  readonly name: 'natureId' | 'constructId'
  readonly entries: readonly { readonly code: string; readonly name: string }[]
  readonly hint?: ReactNode
}

function Choice({ state, name, entries, hint }: ChoiceProps) {
  const { errors, bind } = state.form
  return (
    <Changeable isChanged={state.changed.includes(name)}>
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
    </Changeable>
  )
}
