import { defineDict } from './define-dict.ts'

/** A card a provider was shown. Source: document 2, section 3. */
export const providerCard = defineDict({
  1: { label: '黄牌', tone: 'attention' },
  2: { label: '红牌', tone: 'danger' },
})
