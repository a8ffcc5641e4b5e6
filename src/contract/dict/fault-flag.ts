import { defineDict } from './define-dict.ts'

/** A flag by which equipment tells a fault, and a status that is told as normal or not. Source: document 2, section 4. */
export const faultFlag = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '故障', tone: 'attention' },
})
