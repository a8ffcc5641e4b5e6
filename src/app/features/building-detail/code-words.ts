import { useQuery } from '@tanstack/react-query'
import type { DictNode } from '#contract/dictionary.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { MISSING } from '#app/lib/format.ts'

interface Entry {
  readonly code: string
  readonly name: string
}

/** Unknown codes are kept, missing ones are `--`. */
export function wordOf(entries: readonly Entry[] | undefined, code: string | null | undefined): string {
  if (code === null || code === undefined || code === '') return MISSING
  return entries?.find((entry) => entry.code === code)?.name ?? code
}

/** As `民用建筑 / 公共建筑 / 单体`. */
export function codePathWords(nodes: readonly DictNode[] | undefined, path: readonly string[]): string {
  const words: string[] = []
  let level = nodes
  for (const code of path) {
    const node = level?.find((entry) => entry.code === code)
    words.push(node?.name ?? code)
    level = node?.sysDicParameterList
  }
  return words.length === 0 ? MISSING : words.join(' / ')
}

/** Tree ids of the multi-level dictionaries. Source: document 1, section 7. */
const TREES = { function: 5, form: 8, fireLevel: 10 } as const

/** As is until the dictionaries load. */
export function useCodeWords() {
  const { data: trees } = useQuery(dictionaryQuery.tree())
  const { data: structures } = useQuery(dictionaryQuery.list('BUILDING_STRUCTURE_TYPE'))
  const { data: natures } = useQuery(dictionaryQuery.list('BUILDING_USE_NATURE'))
  const { data: heights } = useQuery(dictionaryQuery.byType('6'))
  const tree = (id: number) => trees?.find((entry) => entry.id === id)?.sysDicParameterList
  return {
    structure: (code: string | null) => wordOf(structures, code),
    nature: (code: string | null) => wordOf(natures, code),
    height: (code: string | null) => wordOf(heights, code),
    fireLevel: (code: string | null) => wordOf(tree(TREES.fireLevel), code),
    functions: (paths: readonly (readonly string[])[]) =>
      paths.length === 0 ? MISSING : paths.map((path) => codePathWords(tree(TREES.function), path)).join('；'),
    form: (path: readonly string[]) => codePathWords(tree(TREES.form), path),
  }
}
