import { useQuery } from '@tanstack/react-query'
import type { TreeNode } from '#contract/dictionary.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import type { CascadeNode, CascadePath } from '#app/ui/cascade.ts'
import { Cascader, type CascaderProps } from '#app/ui/cascader.tsx'

type ControlProps = Pick<
  CascaderProps,
  'id' | 'name' | 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'aria-label' | 'disabled' | 'className'
>

interface AreaPickerProps extends ControlProps {
  /** Province, city, county and street codes of twelve digits, as the area tree writes them; empty: none. */
  readonly value: CascadePath
  /** A filter may stop at any level and be cleared; a form wants all four. */
  readonly anyLevel?: boolean
  readonly placeholder?: string
  onChange(codes: CascadePath): void
}

/** The province above the tree: the tree itself begins with the city. */
const PROVINCE = { code: '310000000000', name: '上海市' }

const nodeOf = ({ code, name, children }: TreeNode): CascadeNode => ({
  value: code,
  label: name,
  ...(children.length > 0 && { children: children.map(nodeOf) }),
})

function nodesOf(areas: readonly TreeNode[]): CascadeNode[] {
  // Another server's tree may begin with the province.
  const fromProvince = areas.some((area) => /^\d{2}0{4,10}$/.test(area.code))
  const nodes = areas.map(nodeOf)
  return fromProvince ? nodes : [{ value: PROVINCE.code, label: PROVINCE.name, children: nodes }]
}

/** The area an address lies in: province → city → county → street, from the tree this device keeps. */
export function AreaPicker(props: AreaPickerProps) {
  const { data } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  return <Cascader label="选择区域" placeholder="请选择省 / 市 / 区 / 街道" {...props} options={data} />
}
