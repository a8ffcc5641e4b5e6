import { defineDict } from './define-dict.ts'

/** 0 active, 1 ended at the equipment. Ours; the documents define no codes. */
export const alarmState = defineDict({
  0: { label: '报警中', tone: 'fire' },
  1: { label: '已恢复', tone: 'ok' },
})
