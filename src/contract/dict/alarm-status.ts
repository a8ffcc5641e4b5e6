import { defineDict } from './define-dict.ts'

/** What fire alarm equipment reports just now, the gravest of it. Source: document 2, section 9. */
export const alarmStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '报警', tone: 'danger' },
  2: { label: '故障', tone: 'attention' },
  3: { label: '屏蔽', tone: 'idle' },
})
