import { defineDict } from './define-dict.ts'

/** A building as a whole on its IoT page. Source: document 2, section 4, Detail total status. */
export const totalStatus = defineDict({
  0: { label: '未接入', tone: 'danger' },
  1: { label: '已接入', tone: 'ok' },
  2: { label: '异常', tone: 'attention' },
})
