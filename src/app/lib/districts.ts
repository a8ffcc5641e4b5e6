import type { TreeNode } from '#contract/dictionary.ts'

/** The root may be province, city or districts. */
export function districtsOf(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => (node.code.slice(4, 6) === '00' ? districtsOf(node.children) : [node]))
}
