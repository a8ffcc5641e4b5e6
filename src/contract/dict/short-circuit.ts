import { defineDict } from './define-dict.ts'

/** A flag by which equipment tells a short circuit. Source: document 2, section 4. */
export const shortCircuit = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '短路', tone: 'danger' },
})
