import { defineDict } from './define-dict.ts'

/** A pressure or level against its limits. Source: document 2, section 4. */
export const limitStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '过低', tone: 'danger' },
  2: { label: '过高', tone: 'attention' },
})
