import { defineDict } from './define-dict.ts'

/** Source of the labels: glossary of 2026-11-23. */
export const alarmProgress = defineDict({
  new: { label: '未响应', tone: 'fire' },
  acked: { label: '已响应', tone: 'attention' },
  judged: { label: '已确认', tone: 'ok' },
  closed: { label: '已结束', tone: 'idle' },
})
