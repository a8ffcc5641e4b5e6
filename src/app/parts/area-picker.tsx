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
  /** Province, city, county and street codes of twelve digits, as the area tree writes them; empty: none. */
  readonly value: CascadePath
  /** A filter may stop at any level and be cleared; a form wants all four. */
  readonly anyLevel?: boolean
  /** The district, of six digits, whose streets alone can be chosen. */
  readonly within?: string | null
  readonly placeholder?: string
  onChange(codes: CascadePath): void
}

/** The area an address lies in: province → city → county → street, from the tree this device keeps. */
export function AreaPicker({ within, ...props }: AreaPickerProps) {
  const { data: all } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  const data = useMemo(() => (within && all ? onlyDistrict(all, within) : all), [all, within])
  return <Cascader label="选择区域" placeholder="请选择省 / 市 / 区 / 街道" {...props} options={data} />
}
