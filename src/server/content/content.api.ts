import { content } from '#contract/content.ts'
import { implement } from '../platform/implement.ts'

export const contentApi = implement(content, {
  settings: async (_input, { deps }) => deps.settings.site,
})
