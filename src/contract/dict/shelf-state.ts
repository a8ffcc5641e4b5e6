import { defineDict } from './define-dict.ts'

export const shelfState = defineDict({
  running: { label: '检修中', tone: 'attention' },
  planned: { label: '未开始', tone: 'working' },
  ended: { label: '已结束', tone: 'idle' },
})
