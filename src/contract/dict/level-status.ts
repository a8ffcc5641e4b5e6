import { defineDict } from './define-dict.ts'

/** Water level sensor. Source: document 2, sections 4 and 9. */
export const levelStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '液位过低', tone: 'attention' },
  2: { label: '液位过高', tone: 'attention' },
  3: { label: '离线', tone: 'unknown' },
})
