import { useQuery } from '@tanstack/react-query'
import type { BuildingFields } from '#contract/building-form.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { nodesOf } from '#app/parts/area-nodes.ts'
import { pathWords } from '#app/ui/cascade.ts'

interface Entry {
  readonly code: string
  readonly name: string
}

export function useFieldWords() {
  const { data: areas } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  const { data: natures = [] } = useQuery(dictionaryQuery.list('BUILDING_USE_NATURE'))
  const { data: structures = [] } = useQuery(dictionaryQuery.list('BUILDING_STRUCTURE_TYPE'))
  const { data: heights = [] } = useQuery(dictionaryQuery.byType('6'))
  const wordOf = (entries: readonly Entry[], code: string) => entries.find((one) => one.code === code)?.name ?? code
  return {
    natures,
    structures,
    height: (code: string) => wordOf(heights, code),
    of(name: keyof BuildingFields, value: string): string {
      switch (name) {
        case 'areaData':
          return areas ? pathWords(areas, readPosition(value) ?? []) : ''
        case 'natureId':
          return wordOf(natures, value)
        case 'constructId':
          return wordOf(structures, value)
        default:
          return value
      }
    },
  }
}

export type FieldWords = ReturnType<typeof useFieldWords>
