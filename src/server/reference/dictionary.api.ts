import { dictionary, TYPE_CODES, TYPE_IDS } from '#contract/dictionary.ts'
import { implement } from '../platform/implement.ts'
import { areaTree, dictionaryByType, dictionaryList, dictionaryTree, streetList } from './dictionaries.ts'
import { nationTree } from './nation.ts'

export const dictionaryApi = implement(dictionary, {
  async areas() {
    return areaTree()
  },
  async nation() {
    return nationTree()
  },
  async streets({ county }) {
    return streetList(county)
  },
  async list({ typeCode }) {
    return dictionaryList(typeCode)
  },
  async byType({ typeId }) {
    return dictionaryByType(typeId)
  },
  async tree() {
    return dictionaryTree()
  },
  async all() {
    return {
      areas: areaTree(),
      trees: dictionaryTree(),
      lists: TYPE_CODES.map((typeCode) => ({ typeCode, entries: dictionaryList(typeCode) })),
      types: TYPE_IDS.map((typeId) => ({ typeId, entries: dictionaryByType(typeId) })),
    }
  },
})
