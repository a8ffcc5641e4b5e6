import { defineDict } from './define-dict.ts'

/** Source: document 2, section 3. */
export const connectStatus = defineDict({
  0: { label: '离线', tone: 'unknown' },
  1: { label: '在线', tone: 'ok' },
})
