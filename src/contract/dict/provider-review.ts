import { defineDict } from './define-dict.ts'

/** A provider's review. Source: document 2, section 4. */
export const providerReview = defineDict({
  0: { label: '未认证', tone: 'idle' },
  1: { label: '已通过', tone: 'ok' },
  2: { label: '待审核', tone: 'working' },
  3: { label: '已驳回', tone: 'danger' },
})
