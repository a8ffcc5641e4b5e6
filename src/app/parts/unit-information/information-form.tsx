import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supervisionCategory } from '#contract/dict/supervision-category.ts'
import { OWN_CATEGORIES, unitForm, type UnitForm } from '#contract/unit-form.ts'
import type { UnitDetail } from '#contract/unit.ts'
import { categoryOf, creditCodeFits, readPosition } from '#contract/unit.rules.ts'
import { saveUnit, unitQuery } from '#app/data/unit.ts'
import { CallError } from '#app/lib/call.ts'
import { errorsAtFields } from '#app/lib/errors-at-fields.ts'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { MapAddressField } from '#app/parts/map-address-field.tsx'
import type { MapPlace } from '#app/parts/map-picker.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { DAY_START, endOf } from '#app/ui/date-range-math.ts'
import { DateInput } from '#app/ui/date-input.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { InformationConflict } from './information-conflict.tsx'
import { positionOf } from './information-rows.ts'
import { useLoginPhoneHint } from './use-login-phone-hint.ts'

/** Source: document 1, sections 7 and 9. */
const DEFAULT_ORGANS = [{ id: '42', organname: '静安区消防救援支队' }]

function begin(told: UnitDetail): UnitForm {
  const type = String(categoryOf(told.type))
  return {
    useName: told.useName ?? '',
    dwLicense: told.dwLicense ?? '',
    positionCode: told.positionCode,
    buildTime: told.buildTime ?? '',
    address: told.address ?? '',
    formattedAddress: told.formattedAddress ?? '',
    addressDetail: told.addressDetail ?? '',
    type,
    legalName: told.legalName ?? '',
    legalPhone: told.legalPhone ?? '',
    sysOrganId: told.sysOrganId ?? '',
    contactsName: told.contactsName ?? '',
    contactsPhone: told.contactsPhone ?? '',
    safeDutyName: told.safeDutyName ?? '',
    safeDutyPhone: told.safeDutyPhone ?? '',
    safeManagerName: told.safeManagerName ?? '',
    safeManagerPhone: told.safeManagerPhone ?? '',
  }
}

const placeOfUnit = ({ gisX, gisY }: UnitDetail): MapPlace['place'] =>
  gisX === null || gisY === null ? null : [gisX, gisY]

interface Saving {
  onReread(): Promise<UnitDetail | undefined>
  onSaved(): Promise<void>
}

export function useInformationForm(told: UnitDetail, { onReread, onSaved }: Saving) {
  const [place, setPlace] = useState(placeOfUnit(told))
  const [theirs, setTheirs] = useState<UnitDetail>()
  const form = useForm(unitForm, begin(told), async (fields) => {
    const at = place ? { gisX: place[0], gisY: place[1] } : {}
    const input = { ...fields, ...at, id: told.id, modifyTime: told.modifyTime }
    const isSaved = await saveUnit(input).then(
      () => true,
      async (error: unknown) => {
        const now = error instanceof CallError && error.code === 409 ? await onReread() : undefined
        if (!now || now.modifyTime === told.modifyTime)
          throw errorsAtFields(errorsAtFields(error, /^lawCompany\./), /^gis[XY]$/, 'formattedAddress')
        setTheirs(now)
        return false
      },
    )
    if (!isSaved) return
    setTheirs(undefined)
    await onSaved()
  })
  const take = (name: string) => {
    if (!theirs) return
    if (name === 'formattedAddress') setPlace(placeOfUnit(theirs))
    form.change({ [name]: begin(theirs)[name as keyof UnitForm] })
  }
  return { form, place, setPlace, theirs, take }
}

type Name = keyof UnitForm

const WORDS: readonly (readonly [Name, string])[] = [
  ['legalName', '法定代表人'],
  ['legalPhone', '法定代表人电话'],
  ['contactsName', '联系人'],
  ['contactsPhone', '联系人电话'],
  ['safeDutyName', '消防安全责任人'],
  ['safeDutyPhone', '消防安全责任人电话'],
  ['safeManagerName', '消防安全管理人'],
  ['safeManagerPhone', '消防安全管理人电话'],
]

/** Source: document 1, section 5. */
export function InformationForm({
  id,
  told,
  form,
  place,
  setPlace,
  theirs,
  take,
}: ReturnType<typeof useInformationForm> & { id: string; told: UnitDetail }) {
  const { data: organs = DEFAULT_ORGANS } = useQuery(unitQuery.organs())
  const { errors, fields, bind, change } = form
  const phoneHint = useLoginPhoneHint(fields.safeManagerPhone === told.safeManagerPhone)
  const own: readonly string[] = OWN_CATEGORIES
  const categories = own.includes(fields.type) ? own : [...own, fields.type]
  const line = (name: Name, label: string, hint?: string) => (
    <Field key={name} label={label} required hint={hint} error={errors[name]}>
      {(control) => (
        <TextInput {...control} {...bind(name)} {...(name.endsWith('Phone') && { type: 'tel', maxLength: 11 })} />
      )}
    </Field>
  )
  return (
    <form id={id} onSubmit={form.submit} noValidate>
      <div className="grid gap-x-4 md:grid-cols-2">
        <Field label="单位名称">{(control) => <TextInput {...control} value={told.name} readOnly />}</Field>
        {line('useName', '单位常用名')}
        {line(
          'dwLicense',
          '统一社会信用代码',
          fields.dwLicense.length === 18 && !creditCodeFits(fields.dwLicense) ? '校验码不符，请核对' : '18 位',
        )}
        <Field label="所在区域" required error={errors['positionCode']}>
          {(control) => (
            <AreaPicker
              {...control}
              name="positionCode"
              value={readPosition(fields.positionCode) ?? positionOf(told)}
              onChange={(codes) => change({ positionCode: JSON.stringify(codes) })}
            />
          )}
        </Field>
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
        <Field label="监管类别" required error={errors['type']}>
          {(control) => (
            <Select
              {...control}
              {...bind('type')}
              placeholder="请选择"
              options={categories.map((code) => ({ value: code, label: supervisionCategory.label(code) }))}
            />
          )}
        </Field>
        {line('address', '单位地址')}
        {line('addressDetail', '注册地址')}
      </div>
      <MapAddressField
        name="formattedAddress"
        required
        error={errors['formattedAddress']}
        place={place}
        address={fields.formattedAddress}
        onPlace={setPlace}
        onAddress={(formattedAddress) => change({ formattedAddress })}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <Field label="消防管辖机构" required error={errors['sysOrganId']} className="md:col-span-2">
          {(control) => (
            <Select
              {...control}
              {...bind('sysOrganId')}
              placeholder="请选择"
              options={organs.map((organ) => ({ value: organ.id, label: organ.organname }))}
            />
          )}
        </Field>
        {WORDS.map(([name, label]) => line(name, label, name === 'safeManagerPhone' ? phoneHint : undefined))}
      </div>
      {theirs && (
        <InformationConflict mine={{ ...told, ...fields, type: Number(fields.type) }} theirs={theirs} onTake={take} />
      )}
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </form>
  )
}
