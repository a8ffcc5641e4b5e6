import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

interface Found {
  readonly list: readonly { readonly id: string; readonly name: string }[]
}

interface UnitChoiceProps<F extends Found, Key extends QueryKey> {
  readonly name: string
  readonly hint?: string
  readonly nothing: string
  readonly value: string
  readonly error: string | undefined
  /** Requires a keyword before anything is queried. */
  readonly searchFirst?: boolean
  /** @param search trimmed */
  query(search: string): UseQueryOptions<F, Error, F, Key>
  onChange(id: string): void
}

/** A form of its own: outside others. */
export function UnitChoice<F extends Found, Key extends QueryKey>({
  name,
  hint,
  nothing,
  value,
  error,
  searchFirst = false,
  query,
  onChange,
}: UnitChoiceProps<F, Key>) {
  const [search, setSearch] = useState('')
  const keyword = search.trim()
  const awaits = searchFirst && keyword === ''
  const found = useQuery({ ...query(keyword), enabled: !awaits })
  return (
    <Field label="单位名称" required error={error} hint={hint}>
      {(control) => (
        <div className="space-y-2">
          <SearchBox
            label="搜索单位名称"
            onSearch={(said) => {
              setSearch(said)
              if (value !== '') onChange('')
            }}
          />
          {awaits ? (
            <Select {...control} name={name} value="" placeholder="请先搜索单位" options={[]} disabled />
          ) : (
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
                  name={name}
                  value={list.some(({ id }) => id === value) ? value : ''}
                  placeholder={list.length === 0 ? nothing : '请选择单位'}
                  options={list.map((one) => ({ value: one.id, label: one.name }))}
                  onChange={(event) => onChange(event.target.value)}
                />
              )}
            </QueryResult>
          )}
        </div>
      )}
    </Field>
  )
}
