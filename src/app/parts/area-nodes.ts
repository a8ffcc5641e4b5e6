import type { TreeNode } from '#contract/dictionary.ts'
import type { CascadeNode } from '#app/ui/cascade.ts'

/** The province above the tree: the tree itself begins with the city. */
const PROVINCE = { code: '310000000000', name: '上海市' }

const nodeOf = ({ code, name, children }: TreeNode): CascadeNode => ({
  value: code,
  label: name,
  ...(children.length > 0 && { children: children.map(nodeOf) }),
})

/** The area tree as a cascade's, from the province down. */
export function nodesOf(areas: readonly TreeNode[]): CascadeNode[] {
  // Another server's tree may begin with the province.
  const fromProvince = areas.some((area) => /^\d{2}0{4,10}$/.test(area.code))
  const nodes = areas.map(nodeOf)
  return fromProvince ? nodes : [{ value: PROVINCE.code, label: PROVINCE.name, children: nodes }]
}

/** The way down to one district, and its streets. @param district six digits */
export function onlyDistrict(nodes: readonly CascadeNode[], district: string): CascadeNode[] {
  return nodes.flatMap((node) => {
    if (node.value.slice(0, 6) === district) return [node]
    const children = onlyDistrict(node.children ?? [], district)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The way down to an area by its code of twelve digits, as the picker holds it. */
export function wayTo(code: string): string[] {
  if (!/^\d{12}$/.test(code)) return []
  const ends = [2, 4, 6, 9].map((digits) => code.slice(0, digits).padEnd(12, '0'))
  return ends.slice(0, ends.indexOf(code) + 1)
}
