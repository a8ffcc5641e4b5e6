import { defineDict } from './define-dict.ts'

/** Whether a pump or fan has power. Source: document 2, section 4. */
export const powerSupply = defineDict({
  0: { label: '已通电', tone: 'ok' },
  1: { label: '未通电', tone: 'danger' },
})
