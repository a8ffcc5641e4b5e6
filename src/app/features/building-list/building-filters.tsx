import { useQuery } from '@tanstack/react-query'
import { UNCONNECTED } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { buildingType } from '#contract/dict/building-type.ts'
import { buildingQuery } from '#app/data/building.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { providerQuery } from '#app/data/provider.ts'
import { districtsOf } from '#app/lib/districts.ts'
import { ownCounty } from '#app/parts/authority-area.ts'
import { useDistrictOptions } from '#app/parts/district-names.ts'
import { Select } from '#app/ui/select.tsx'
import type { TabProps } from './building-tab.tsx'
import { ComplexInput } from './complex-input.tsx'
import { BAND_OPTIONS, ORDER_OPTIONS } from './score-bands.ts'

const ACCESS = [
  { value: '', label: '全部接入状态' },
  ...accessStatus.codes.map((code) => ({ value: code, label: accessStatus.label(code) })),
  { value: 'pre', label: '预登记（无单位）' },
  { value: UNCONNECTED, label: `${accessStatus.label(0)}和${accessStatus.label(3)}` },
]

const TYPES = [
  { value: '', label: '全部建筑类型' },
  ...buildingType.codes.map((code) => ({ value: code, label: buildingType.label(code) })),
]

const short = (code: string, digits: number) => code.slice(0, digits)

export function FirstFilters({ search, onChange }: TabProps) {
  const districts = useDistrictOptions()
  const own = ownCounty()
  return (
    <>
      <Select
        aria-label="区"
        disabled={own !== null}
        options={[{ value: '', label: '全部区' }, ...districts]}
        value={own ?? search.county ?? ''}
        onChange={({ target }) => onChange({ county: target.value || undefined, street: undefined })}
      />
      <Select
        aria-label="排序"
        options={ORDER_OPTIONS}
        value={search.order ?? ''}
        onChange={({ target }) => onChange({ order: target.value || undefined })}
      />
    </>
  )
}

export function BuildingFilters({ search, onChange }: TabProps) {
  const { data: areas = [] } = useQuery(dictionaryQuery.areas())
  const { data: providers = [] } = useQuery(providerQuery.names())
  const own = ownCounty()
  const county = own ?? search.county ?? ''
  const streets = districtsOf(areas).find(({ code }) => short(code, 6) === county)?.children ?? []
  return (
    <>
      <Select
        aria-label="接入状态"
        options={ACCESS}
        value={search.isAccess ?? ''}
        onChange={({ target }) => onChange({ isAccess: target.value || undefined, condition: undefined })}
      />
      <ComplexInput
        names={buildingQuery.complexes()}
        value={search.complexName ?? ''}
        onChange={(complexName) => onChange({ complexName })}
      />
      <Select
        aria-label="街道"
        disabled={county === ''}
        options={[
          { value: '', label: county === '' ? '先选择区' : '全部街道' },
          ...streets.map(({ code, name }) => ({ value: short(code, 9), label: name })),
        ]}
        value={search.street ?? ''}
        onChange={({ target }) => onChange({ street: target.value || undefined })}
      />
      <Select
        aria-label="服务商"
        options={[{ value: '', label: '全部服务商' }, ...providers.map(({ id, name }) => ({ value: id, label: name }))]}
        value={search.isvId ?? ''}
        onChange={({ target }) => onChange({ isvId: target.value || undefined })}
      />
      <Select
        aria-label="建筑类型"
        options={TYPES}
        value={search.buildingType ?? ''}
        onChange={({ target }) => onChange({ buildingType: target.value || undefined })}
      />
      <Select
        aria-label="安全评分"
        options={BAND_OPTIONS}
        value={search.score ?? ''}
        onChange={({ target }) => onChange({ score: target.value || undefined })}
      />
    </>
  )
}
