import type { TreeNode } from '#contract/dictionary.ts'
import type { CascadeNode } from '#app/ui/cascade.ts'

const nodeOf = ({ code, name, children }: TreeNode): CascadeNode => ({
  value: code,
  label: name,
  ...(children.length > 0 && { children: children.map(nodeOf) }),
})

export function nodesOf(areas: readonly TreeNode[]): CascadeNode[] {
  // Another server's tree may start there.
  const fromProvince = areas.some((area) => /^\d{2}0{4,10}$/.test(area.code))
  const nodes = areas.map(nodeOf)
  const [city] = areas
  if (fromProvince || !city) return nodes
  return [{ value: `${city.code.slice(0, 2)}0000000000`, label: city.name, children: nodes }]
}

export function onlyDistrict(nodes: readonly CascadeNode[], district: string): CascadeNode[] {
  return nodes.flatMap((node) => {
    if (node.value.slice(0, 6) === district) return [node]
    const children = onlyDistrict(node.children ?? [], district)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

export function wayTo(code: string): string[] {
  if (!/^\d{12}$/.test(code)) return []
  const ends = [2, 4, 6, 9].map((digits) => code.slice(0, digits).padEnd(12, '0'))
  return ends.slice(0, ends.indexOf(code) + 1)
}
