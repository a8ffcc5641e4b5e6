import { defineDict } from './define-dict.ts'

/** Whether a gas detector is warming up. Source: document 2, section 3. */
export const preheating = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '预热中', tone: 'working' },
})
