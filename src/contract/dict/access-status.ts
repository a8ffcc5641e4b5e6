import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const accessStatus = defineDict({
  0: { label: '未接入', tone: 'idle' },
  1: { label: '已接入', tone: 'ok' },
  2: { label: '接入中', tone: 'working' },
  3: { label: '接入失败', tone: 'danger' },
})
