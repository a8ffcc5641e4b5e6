import type { QueryClient } from '@tanstack/react-query'
import { AREA_ROOT, dictionary, TYPE_CODES, TYPE_IDS, type TypeCode } from '#contract/dictionary.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

const DAY_MS = 24 * 3_600_000

/** They change with a release. */
const steady = { staleTime: DAY_MS, meta: { keep: true, steady: true } }

export const dictionaryQuery = {
  areas: () => ({ ...queryOf(dictionary.areas, { provinceId: AREA_ROOT }), ...steady }),
  list: (typeCode: TypeCode) => ({ ...queryOf(dictionary.list, { typeCode }), ...steady }),
  byType: (typeId: (typeof TYPE_IDS)[number]) => ({ ...queryOf(dictionary.byType, { typeId }), ...steady }),
  /** Larger than all others together. */
  nation: () => ({ ...queryOf(dictionary.nation, {}), ...steady, staleTime: 30 * DAY_MS }),
  tree: () => ({ ...queryOf(dictionary.tree, {}), ...steady }),
}

/** Once a day, for offline use. */
export async function keepDictionaries(client: QueryClient): Promise<void> {
  const kept = client.getQueryState(dictionaryQuery.areas().queryKey)
  if (kept && Date.now() - kept.dataUpdatedAt < DAY_MS) return
  const all = await send(dictionary.all, {}).catch(() => null)
  if (!all) return
  const keep = { staleTime: 0 }
  await client.prefetchQuery({ ...dictionaryQuery.areas(), ...keep, queryFn: () => all.areas })
  await client.prefetchQuery({ ...dictionaryQuery.tree(), ...keep, queryFn: () => all.trees })
  for (const typeCode of TYPE_CODES) {
    const known = all.lists.find((list) => list.typeCode === typeCode)
    if (known) await client.prefetchQuery({ ...dictionaryQuery.list(typeCode), ...keep, queryFn: () => known.entries })
  }
  for (const typeId of TYPE_IDS) {
    const known = all.types.find((type) => type.typeId === typeId)
    if (known) await client.prefetchQuery({ ...dictionaryQuery.byType(typeId), ...keep, queryFn: () => known.entries })
  }
  await client.prefetchQuery(dictionaryQuery.nation())
}
