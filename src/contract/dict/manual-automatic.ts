import { defineDict } from './define-dict.ts'

/** How a pump or fan is controlled. Source: document 2, section 4. */
export const manualAutomatic = defineDict({
  0: { label: '自动', tone: 'ok' },
  1: { label: '手动', tone: 'attention' },
})
