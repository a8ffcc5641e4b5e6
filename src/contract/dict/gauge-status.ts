import { defineDict } from './define-dict.ts'

/** A pressure sensor's state: the documents' 0 to 2, and 3 for one that is silent. Source: document 2, sections 4 and 9. */
export const gaugeStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '压力过低', tone: 'danger' },
  2: { label: '压力过高', tone: 'attention' },
  3: { label: '离线', tone: 'unknown' },
})
