import { content } from '#contract/content.ts'
import { queryOf } from './query-of.ts'

const HOUR_MS = 3_600_000

export const contentQuery = {
  /** Settings change only when the server restarts. */
  settings: () => ({ ...queryOf(content.settings, {}), staleTime: HOUR_MS }),
}
