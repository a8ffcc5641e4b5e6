import { defineDict } from './define-dict.ts'

/** The gravest condition wins. 1 to 3 as in document 2, section 9; 4 is ours. */
export const alarmStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '报警', tone: 'fire' },
  2: { label: '故障', tone: 'attention' },
  3: { label: '屏蔽', tone: 'idle' },
  4: { label: '离线', tone: 'unknown' },
})
