export interface CascadeNode {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
  readonly children?: readonly CascadeNode[]
}

/** Values from the root to a node. */
export type CascadePath = readonly string[]

export const isLeaf = (node: CascadeNode) => !node.children || node.children.length === 0

export const samePath = (a: CascadePath, b: CascadePath) =>
  a.length === b.length && a.every((value, at) => value === b[at])

export const startsWith = (path: CascadePath, start: CascadePath) => start.every((value, at) => value === path[at])

export function columnsOf(roots: readonly CascadeNode[], path: CascadePath): (readonly CascadeNode[])[] {
  const columns = [roots]
  let below = roots
  for (const value of path) {
    const children = below.find((node) => node.value === value)?.children ?? []
    if (children.length === 0) break
    columns.push(children)
    below = children
  }
  return columns
}

/** An unknown value is its own label. */
export function labelsOf(roots: readonly CascadeNode[], path: CascadePath): string[] {
  let below: readonly CascadeNode[] = roots
  return path.map((value) => {
    const node = below.find((one) => one.value === value)
    below = node?.children ?? []
    return node?.label ?? value
  })
}

/** A municipality is its own province. */
export function pathWords(roots: readonly CascadeNode[], path: CascadePath): string {
  const labels = labelsOf(roots, path)
  return labels.filter((label, at) => label !== labels[at - 1]).join(' / ')
}

/** Through levels with one branch. */
export function openAtFirst(roots: readonly CascadeNode[], chosen: CascadePath): CascadePath {
  const open = [...chosen]
  for (;;) {
    const columns = columnsOf(roots, open)
    const last = columns[columns.length - 1] ?? []
    const only = columns.length > open.length && last.length === 1 ? last[0] : undefined
    if (!only || isLeaf(only)) return open
    open.push(only.value)
  }
}
