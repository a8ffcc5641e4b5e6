import { defineDict } from './define-dict.ts'

/** Whether a fault lasts. Source: document 2, section 4. */
export const faultState = defineDict({
  0: { label: '故障', tone: 'attention' },
  1: { label: '正常', tone: 'ok' },
})
