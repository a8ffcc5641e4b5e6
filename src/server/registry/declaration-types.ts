import type { DeclarationType } from '#contract/approval.ts'
import { SYSTEMS } from '../reference/systems.ts'

const mustItems = (): DeclarationType[] =>
  SYSTEMS.flatMap((system) => {
    const items = system.apis.filter(({ must }) => must)
    if (items.length === 0) return []
    const children = items.map(({ id, name }) => ({ code: String(id), name, children: [] }))
    return [{ code: String(system.id), name: system.name, children }]
  })

/** Source: the documents' reason codes: 0 missing must-have items, 1 shared device, 2 other. */
export const DECLARATION_TYPES: readonly DeclarationType[] = [
  { code: '0', name: '缺少必接项', children: mustItems() },
  { code: '1', name: '设备共用', children: mustItems() },
  { code: '2', name: '其他', children: [] },
]

export function isDeclarationType(path: readonly string[]): boolean {
  let branch: readonly DeclarationType[] = DECLARATION_TYPES
  for (const [at, code] of path.entries()) {
    const node = branch.find((one) => one.code === code)
    if (!node) return false
    if (at === path.length - 1) return node.children.length === 0
    branch = node.children
  }
  return false
}

/** Item types that declared paths name. */
export const itemsOf = (types: readonly (readonly string[])[]): string[] => [
  ...new Set(types.flatMap((path) => (path.length === 3 ? (path[2] ?? []) : []))),
]

export const namesItem = (types: readonly (readonly string[])[], apiId: number): boolean =>
  types.some((path) => path.length === 3 && path[2] === String(apiId))

/** As `缺少必接项：消火栓管网压力、喷淋末端压力；其他`. */
export function wordsOfTypes(types: readonly (readonly string[])[]): string {
  const said = new Map<string, string[]>()
  for (const [reason = '', system, item] of types) {
    const top = DECLARATION_TYPES.find(({ code }) => code === reason)
    const items = said.get(top?.name ?? reason) ?? []
    const leaf = top?.children.find(({ code }) => code === system)?.children.find(({ code }) => code === item)
    if (item !== undefined) items.push(leaf?.name ?? item)
    said.set(top?.name ?? reason, items)
  }
  return [...said].map(([reason, items]) => (items.length > 0 ? `${reason}：${items.join('、')}` : reason)).join('；')
}
