import { defineDict } from './define-dict.ts'

/** How a thing that is written stands: only what is published is seen by anybody else. */
export const publicationState = defineDict({
  0: { label: '草稿', tone: 'idle' },
  1: { label: '已发布', tone: 'ok' },
  2: { label: '已撤回', tone: 'attention' },
})
