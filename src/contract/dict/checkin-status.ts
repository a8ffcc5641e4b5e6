import { defineDict } from './define-dict.ts'

/** 0 missed, 1 made up, 2 signed. Source: document 1, section 3. */
export const checkinStatus = defineDict({
  0: { label: '缺', tone: 'attention' },
  1: { label: '补', tone: 'working' },
  2: { label: '已签到', tone: 'ok' },
})
