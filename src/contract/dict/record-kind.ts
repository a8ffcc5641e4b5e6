import { defineDict } from './define-dict.ts'

/** What a record is of. */
export const recordKind = defineDict({
  fire: { label: '火警', tone: 'danger' },
  fault: { label: '故障', tone: 'attention' },
  shield: { label: '屏蔽', tone: 'idle' },
  action: { label: '动作', tone: 'working' },
})
