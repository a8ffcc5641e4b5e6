import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildingQuery } from '#app/data/building.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

const SHOWN = 20

export interface ChosenBuilding {
  readonly id: string
  readonly name: string
}

interface BuildingChoiceProps {
  readonly label: string
  readonly value: readonly ChosenBuilding[]
  readonly error?: string | undefined
  onChange(value: readonly ChosenBuilding[]): void
}

/** Its search is a form of its own. */
export function BuildingChoice({ label, value, error, onChange }: BuildingChoiceProps) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildingQuery.list({ search: search.trim(), pageSize: SHOWN }),
    placeholderData: keepPreviousData,
  })
  const isChosen = (id: string) => value.some((one) => one.id === id)
  const toggle = (one: ChosenBuilding) =>
    onChange(isChosen(one.id) ? value.filter(({ id }) => id !== one.id) : [...value, one])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-ink">
        {label}
        {value.length > 0 && `（已选 ${value.length} 栋）`}
      </legend>
      <SearchBox label="搜索建筑名称或地址" onSearch={setSearch} />
      <div className="mt-2 max-h-60 overflow-y-auto rounded border border-line px-3 py-1">
        <QueryResult
          of={found}
          waiting={
            <Loading>
              <SkeletonText lines={3} />
            </Loading>
          }
        >
          {({ list, total }) => {
            const rows = [
              ...value.filter(({ id }) => !list.some((one) => one.id === id)),
              ...list.map(({ id, name }) => ({ id, name })),
            ]
            return (
              <>
                {rows.length === 0 && <p className="py-2 text-sm text-ink-soft">没有符合条件的建筑</p>}
                {rows.map((one) => (
                  <Checkbox
                    key={one.id}
                    className="flex w-full min-w-0 break-words"
                    checked={isChosen(one.id)}
                    onChange={() => toggle(one)}
                  >
                    <span className="min-w-0 break-words">{one.name}</span>
                  </Checkbox>
                ))}
                {total > list.length && (
                  <p className="py-2 text-sm text-ink-soft">
                    共 {total} 栋，此处列出 {list.length} 栋；其余请搜索
                  </p>
                )}
              </>
            )
          }}
        </QueryResult>
      </div>
      <p
        role={error ? 'alert' : undefined}
        tabIndex={error ? -1 : undefined}
        className="mb-2 mt-1 min-h-[1.125rem] text-xs text-danger-ink"
      >
        {error}
      </p>
    </fieldset>
  )
}
