import { defineDict } from './define-dict.ts'

/** Worst first; ours. */
export const pointState = defineDict({
  alarm: { label: '报警', tone: 'fire' },
  fault: { label: '异常', tone: 'attention' },
  offline: { label: '离线', tone: 'unknown' },
  shield: { label: '屏蔽', tone: 'idle' },
  normal: { label: '正常', tone: 'ok' },
})
