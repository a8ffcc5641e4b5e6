import { defineDict } from './define-dict.ts'

/** 0 unresolved, 1 resolved (document 1, sections 2 and 4), 2 closed although the cause persists. */
export const questionStatus = defineDict({
  0: { label: '未解决', tone: 'attention' },
  1: { label: '已解决', tone: 'ok' },
  2: { label: '已关闭', tone: 'idle' },
})
