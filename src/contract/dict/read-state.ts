import { defineDict } from './define-dict.ts'

/** Source: document 1, section 3. */
export const readState = defineDict({
  0: { label: '未读', tone: 'working' },
  1: { label: '已读', tone: 'idle' },
})
