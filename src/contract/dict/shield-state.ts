import { defineDict } from './define-dict.ts'

/** Whether a shield lasts. Source: document 2, section 4. */
export const shieldState = defineDict({
  0: { label: '屏蔽', tone: 'attention' },
  1: { label: '已解除', tone: 'ok' },
})
