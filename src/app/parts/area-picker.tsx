import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import type { CascadePath } from '#app/ui/cascade.ts'
import { Cascader, type CascaderProps } from '#app/ui/cascader.tsx'
import { nodesOf, onlyDistrict } from './area-nodes.ts'

type ControlProps = Pick<
  CascaderProps,
  'id' | 'name' | 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'aria-label' | 'disabled' | 'className'
>

interface AreaPickerProps extends ControlProps {
  /** 12-digit codes. */
  readonly value: CascadePath
  /** For filters; forms require all four levels. */
  readonly anyLevel?: boolean
  /** Six-digit code of the only selectable district. */
  readonly within?: string | null
  readonly placeholder?: string
  onChange(codes: CascadePath): void
}

export function AreaPicker({ within, ...props }: AreaPickerProps) {
  const { data: all } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  const data = useMemo(() => (within && all ? onlyDistrict(all, within) : all), [all, within])
  return <Cascader label="选择区域" placeholder="请选择省 / 市 / 区 / 街道" {...props} options={data} />
}
