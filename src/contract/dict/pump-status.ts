import { defineDict } from './define-dict.ts'

/** Source: document 2, section 9. */
export const pumpStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '手动', tone: 'attention' },
  2: { label: '断电', tone: 'danger' },
  3: { label: '离线', tone: 'unknown' },
})
