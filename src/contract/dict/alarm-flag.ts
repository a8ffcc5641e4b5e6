import { defineDict } from './define-dict.ts'

/** A flag by which equipment tells an alarm. Source: document 2, section 4. */
export const alarmFlag = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '报警', tone: 'danger' },
})
