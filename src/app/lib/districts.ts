import type { TreeNode } from '#contract/dictionary.ts'

/** Districts wherever the tree begins: with them, with the city, or with the province. */
export function districtsOf(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => (node.code.slice(4, 6) === '00' ? districtsOf(node.children) : [node]))
}
