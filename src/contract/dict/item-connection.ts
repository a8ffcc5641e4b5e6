import { defineDict } from './define-dict.ts'

/** How an item type is docked. Source: document 2, section 4, Dock data status. */
export const itemConnection = defineDict({
  0: { label: '已接入', tone: 'ok' },
  1: { label: '异常', tone: 'attention' },
  2: { label: '未接入', tone: 'idle' },
})
