import type { QueryClient } from '@tanstack/react-query'
import { AREA_ROOT, dictionary, TYPE_CODES, TYPE_IDS } from '#contract/dictionary.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

const DAY_MS = 24 * 3_600_000

/** Dictionaries change with a release at most: what was kept counts for a day. */
const steady = { staleTime: DAY_MS, meta: { keep: true, steady: true } }

export const dictionaryQuery = {
  areas: () => ({ ...queryOf(dictionary.areas, { provinceId: AREA_ROOT }), ...steady }),
  list: (typeCode: (typeof TYPE_CODES)[number]) => ({ ...queryOf(dictionary.list, { typeCode }), ...steady }),
  byType: (typeId: (typeof TYPE_IDS)[number]) => ({ ...queryOf(dictionary.byType, { typeId }), ...steady }),
  /** The national tree; its own call, because it weighs more than all the others. */
  nation: () => ({ ...queryOf(dictionary.nation, {}), ...steady, staleTime: 30 * DAY_MS }),
  tree: () => ({ ...queryOf(dictionary.tree, {}), ...steady }),
}

/**
 * Reads every dictionary and the area tree in one call, once a day, so that forms and filters open without a network.
 * Another server that has no such call answers them one by one when they are needed.
 */
export async function keepDictionaries(client: QueryClient): Promise<void> {
  const kept = client.getQueryState(dictionaryQuery.areas().queryKey)
  if (kept && Date.now() - kept.dataUpdatedAt < DAY_MS) return
  const all = await send(dictionary.all, {}).catch(() => null)
  if (!all) return
  const keep = { staleTime: 0 }
  await client.prefetchQuery({ ...dictionaryQuery.areas(), ...keep, queryFn: () => all.areas })
  await client.prefetchQuery({ ...dictionaryQuery.tree(), ...keep, queryFn: () => all.trees })
  for (const { typeCode, entries } of all.lists)
    await client.prefetchQuery({ ...dictionaryQuery.list(typeCode), ...keep, queryFn: () => entries })
  for (const { typeId, entries } of all.types)
    await client.prefetchQuery({ ...dictionaryQuery.byType(typeId), ...keep, queryFn: () => entries })
  await client.prefetchQuery(dictionaryQuery.nation())
}
