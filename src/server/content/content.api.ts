import { content } from '#contract/content.ts'
import { implement } from '../implement.ts'

export const contentApi = implement(content, {
  settings: async (_input, { deps }) => deps.settings.site,
})
