import { queryOptions } from '@tanstack/react-query'
import { readOutlines } from '#app/lib/gazetteer.ts'

/** Static file, precached by the service worker. */
export const outlineQuery = () =>
  queryOptions({
    queryKey: ['outlines'],
    queryFn: async ({ signal }) => readOutlines(await (await fetch('/geo/districts.json', { signal })).json()),
    staleTime: Infinity,
    meta: { keep: false },
  })
