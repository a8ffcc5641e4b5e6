import { defineDict } from './define-dict.ts'

/** Whether a fire alarm still stands at the equipment: 0, or has ended there. Source: none; see the records' status. */
export const alarmState = defineDict({
  0: { label: '报警中', tone: 'danger' },
  1: { label: '已消除', tone: 'idle' },
})
