import { defineDict } from './define-dict.ts'

/** 0 to 2 as in document 2, sections 4 and 9; 3 is offline. */
export const gaugeStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '压力过低', tone: 'attention' },
  2: { label: '压力过高', tone: 'attention' },
  3: { label: '离线', tone: 'unknown' },
})
