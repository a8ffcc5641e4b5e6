import { queryOptions } from '@tanstack/react-query'
import { readOutlines } from '#app/lib/gazetteer.ts'

/** The districts' outlines, which ship with the app: the service worker has them without a network. */
export const outlineQuery = () =>
  queryOptions({
    queryKey: ['outlines'],
    queryFn: async ({ signal }) => readOutlines(await (await fetch('/geo/districts.json', { signal })).json()),
    staleTime: Infinity,
    meta: { keep: false },
  })
