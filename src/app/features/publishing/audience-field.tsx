import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountRole } from '#contract/dict/account.ts'
import { UNIT_CHOICE_SIZE } from '#contract/account.ts'
import { accountQuery } from '#app/data/account.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { districtsOf } from '#app/lib/districts.ts'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import type { WrittenPublication } from './written.ts'

const WAYS = [
  { value: 'role', label: '按角色和区域' },
  { value: 'unit', label: '指定单位' },
] as const

interface AudienceFieldProps {
  readonly written: WrittenPublication
  readonly error: string | undefined
  onChange(some: Partial<WrittenPublication>): void
}

const turned = (list: readonly string[], one: string, on: boolean) =>
  on ? [...list, one] : list.filter((other) => other !== one)

export function AudienceField({ written, error, onChange }: AudienceFieldProps) {
  const { roles, counties, units } = written
  const [way, setWay] = useState<'role' | 'unit'>(units.length > 0 ? 'unit' : 'role')
  const { data: districts = [] } = useQuery({ ...dictionaryQuery.areas(), select: districtsOf })
  return (
    <fieldset aria-describedby="audience-note" className="min-w-0">
      <legend className="text-sm text-ink">接收对象</legend>
      <RadioGroup
        label="接收对象的选择方式"
        options={WAYS}
        value={way}
        onChange={(next) => {
          setWay(next)
          onChange(next === 'role' ? { units: [] } : { roles: [], counties: [] })
        }}
      />
      {way === 'role' ? (
        <>
          <div className="flex flex-wrap gap-x-5">
            {accountRole.codes.map((role) => (
              <Checkbox
                key={role}
                checked={roles.includes(role)}
                onChange={({ target }) => onChange({ roles: turned(roles, role, target.checked) })}
              >
                {accountRole.label(role)}
              </Checkbox>
            ))}
          </div>
          <details className="rounded border border-line px-3">
            <summary className="flex min-h-control cursor-pointer items-center text-base">
              {counties.length === 0 ? '区域：全市（展开可选部分区）' : `区域：已选 ${counties.length} 个区`}
            </summary>
            <div className="grid grid-cols-2 gap-x-4 md:grid-cols-4">
              {districts
                .map(({ code, name }) => ({ code: code.slice(0, 6), name }))
                .map(({ code, name }) => (
                  <Checkbox
                    key={code}
                    checked={counties.includes(code)}
                    onChange={({ target }) => onChange({ counties: turned(counties, code, target.checked) })}
                  >
                    {name}
                  </Checkbox>
                ))}
            </div>
          </details>
        </>
      ) : (
        <ChosenUnits units={units} onChange={(next) => onChange({ units: next })} />
      )}
      <p id="audience-note" role="alert" className="mb-2 mt-1 min-h-[1.125rem] text-xs text-danger-ink">
        {error}
      </p>
    </fieldset>
  )
}

function ChosenUnits({
  units,
  onChange,
}: {
  units: WrittenPublication['units']
  onChange(units: WrittenPublication['units']): void
}) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...accountQuery.companies({ search, currentPage: 1, pageSize: UNIT_CHOICE_SIZE }),
    enabled: search !== '',
  })
  const offered = (found.data?.list ?? []).filter(({ id }) => !units.some((one) => one.id === id))
  return (
    <div>
      {units.length > 0 && (
        <ul aria-label="已选单位" className="mb-2 flex flex-wrap gap-2">
          {units.map((one) => (
            <li key={one.id}>
              <Button
                size="small"
                aria-label={`移除 ${one.name}`}
                onClick={() => onChange(units.filter(({ id }) => id !== one.id))}
              >
                <span className="max-w-[16rem] truncate">{one.name}</span> ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SearchBox label="搜索单位名称并添加" onSearch={setSearch} />
      <ul aria-label="可选单位" className="mt-1 max-h-48 overflow-y-auto">
        {offered.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChange([...units, one])}
              className="block min-h-control w-full rounded px-2 py-1 text-left text-base hover:bg-sunk"
            >
              {one.name}
            </button>
          </li>
        ))}
      </ul>
      {search !== '' && found.data && offered.length === 0 && (
        <p className="py-2 text-sm text-ink-soft">没有更多符合条件的单位</p>
      )}
    </div>
  )
}
