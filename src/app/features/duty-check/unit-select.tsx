import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unitManagementQuery } from '#app/data/unit-management.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

const SHOWN = '50'

interface UnitSelectProps {
  readonly value: string
  readonly error: string | undefined
  onChange(id: string): void
}

export function UnitSelect({ value, error, onChange }: UnitSelectProps) {
  const [search, setSearch] = useState('')
  const found = useQuery(unitManagementQuery.list({ search: search.trim(), pageSize: SHOWN }))
  return (
    <Field label="单位名称" required error={error}>
      {(control) => (
        <div className="space-y-2">
          <SearchBox label="搜索单位名称" onSearch={setSearch} />
          <QueryResult
            of={found}
            waiting={
              <Loading className="min-h-control">
                <SkeletonText lines={1} />
              </Loading>
            }
          >
            {({ list }) => (
              <Select
                {...control}
                value={list.some(({ id }) => id === value) ? value : ''}
                placeholder={list.length === 0 ? '没有符合条件的单位' : '请选择单位'}
                options={list.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ target }) => onChange(target.value)}
              />
            )}
          </QueryResult>
        </div>
      )}
    </Field>
  )
}
