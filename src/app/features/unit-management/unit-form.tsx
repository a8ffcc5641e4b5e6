import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { buildingManager } from '#contract/dict/building-manager.ts'
import { supervisionCategory } from '#contract/dict/supervision-category.ts'
import { creditCodeFits } from '#contract/unit.rules.ts'
import { OWNERSHIPS, UNIT_KINDS } from '#contract/unit-words.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { unitQuery } from '#app/data/unit.ts'
import { nodesOf, wayTo } from '#app/parts/area-nodes.ts'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { ownCounty } from '#app/parts/authority-area.ts'
import { MapAddressField } from '#app/parts/map-address-field.tsx'
import type { MapPlace } from '#app/parts/map-picker.tsx'
import type { Form } from '#app/parts/use-form.ts'
import { labelsOf } from '#app/ui/cascade.ts'
import { DAY_START, endOf } from '#app/ui/date-range-math.ts'
import { DateInput } from '#app/ui/date-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select, type SelectOption } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { FailedRead } from '#app/parts/failed-read.tsx'
import type { UnitFields } from './unit-fields.ts'

type Name = keyof UnitFields
type Line = readonly [name: Name, label: string, required?: true]

const PEOPLE: readonly Line[] = [
  ['legalName', '法定代表人', true],
  ['legalPhone', '法定代表人电话', true],
  ['legalIdCard', '法定代表人身份证号'],
  ['safeManagerName', '消防安全管理人'],
  ['safeManagerPhone', '消防安全管理人电话'],
  ['safeManagerIdCard', '消防安全管理人身份证号'],
  ['safeDutyName', '消防安全责任人'],
  ['safeDutyPhone', '消防安全责任人电话'],
  ['safeDutyIdCard', '消防安全责任人身份证号'],
]
const SERVICES: readonly Line[] = [
  ['propertyUnit', '物业单位'],
  ['propertyPerson', '物业联系人'],
  ['propertyPhone', '物业电话'],
  ['maintenanceUnit', '维保单位'],
  ['maintenancePerson', '维保联系人'],
  ['maintenancePhone', '维保电话'],
]

const words = (all: readonly string[]): SelectOption[] => all.map((word) => ({ value: word, label: word }))
const long = (code: string) => (code === '' ? '' : code.padEnd(12, '0'))

interface UnitFormProps {
  readonly id: string
  readonly form: Form<UnitFields>
  readonly place: MapPlace['place']
  onPlace(place: MapPlace['place']): void
}

export function UnitForm({ id, form, place, onPlace }: UnitFormProps) {
  const organs = useQuery(unitQuery.organs())
  const placeTypes = useQuery(dictionaryQuery.list('UNIT_PLACE_TYPE'))
  const { data: areas = [] } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  const { errors, fields, bind, change } = form
  const line = ([name, label, required]: Line, hint?: string) => (
    <Field key={name} label={label} required={required} hint={hint} error={errors[name]}>
      {(control) => (
        <TextInput
          {...control}
          {...bind(name)}
          {...(name.endsWith('Phone') && { type: 'tel', maxLength: 11 })}
          {...(name.endsWith('IdCard') && { maxLength: 18, autoComplete: 'off' })}
        />
      )}
    </Field>
  )
  const choice = (name: Name, label: string, options: readonly SelectOption[], of?: UseQueryResult) => (
    <Field label={label} required error={errors[name]}>
      {(control) => (
        <>
          <Select {...control} {...bind(name)} placeholder="请选择" options={options} />
          {of && <FailedRead of={of} />}
        </>
      )}
    </Field>
  )
  const license = fields.dwLicense.trim()
  return (
    <form id={id} onSubmit={form.submit} noValidate className="stars">
      <div className="grid gap-x-4 md:grid-cols-2">
        {line(['name', '单位名称', true])}
        {line(['regName', '注册名称', true])}
        {line(
          ['dwLicense', '统一社会信用代码', true],
          license.length === 18 && !creditCodeFits(license) ? '校验码不符，请核对' : '18 位',
        )}
        <Field label="成立日期" required error={errors['buildTime']}>
          {(control) => (
            <DateInput
              {...control}
              name="buildTime"
              value={fields.buildTime.slice(0, 10)}
              onChange={(event) => change({ buildTime: endOf(event.target.value, '', DAY_START) })}
            />
          )}
        </Field>
        <Field label="所在区域" required error={errors['county'] || errors['streetNo']}>
          {(control) => (
            <AreaPicker
              {...control}
              name="streetNo"
              within={ownCounty()}
              value={wayTo(long(fields.streetNo || fields.county))}
              onChange={(way) => {
                const [, , county = '', streetNo = ''] = way
                change({ county, streetNo, jdxx: labelsOf(areas, way)[3] ?? fields.jdxx })
              }}
            />
          )}
        </Field>
        {line(['jdxx', '街道名称', true])}
        {line(['addressDetail', '详细地址', true])}
        {line(['houseNumber', '门牌号'])}
      </div>
      <MapAddressField
        name="address"
        error={errors['address']}
        place={place}
        address={fields.address}
        onPlace={onPlace}
        onAddress={(address) => change({ address })}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        {choice('type', '监管类别', supervisionCategory.options)}
        {choice('dwxz', '单位类型', words(UNIT_KINDS))}
        {choice('nature', '所有制性质', words(OWNERSHIPS))}
        {choice('placeType', '场所类型', words((placeTypes.data ?? []).map(({ name }) => name)), placeTypes)}
        {choice('isBuildingManager', '是否建筑管理单位', buildingManager.options)}
        {choice(
          'sysOrganId',
          '消防管辖机构',
          (organs.data ?? []).map((organ) => ({ value: organ.id, label: organ.organname })),
          organs,
        )}
      </div>
      <div className="grid gap-x-4 md:grid-cols-3">
        {PEOPLE.map((one) => line(one))}
        {SERVICES.map((one) => line(one))}
      </div>
    </form>
  )
}
