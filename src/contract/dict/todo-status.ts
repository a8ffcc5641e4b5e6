import { defineDict } from './define-dict.ts'

/** Source: document 2, section 3. */
export const todoStatus = defineDict({
  0: { label: '未处理', tone: 'attention' },
  1: { label: '已处理', tone: 'ok' },
})
