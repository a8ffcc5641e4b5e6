import { defineDict } from './define-dict.ts'

export const recordKind = defineDict({
  fire: { label: '火警', tone: 'fire' },
  fault: { label: '故障', tone: 'attention' },
  shield: { label: '屏蔽', tone: 'idle' },
  action: { label: '动作', tone: 'working' },
})

/** Source: document 2, section 4. */
export const faultState = defineDict({
  0: { label: '故障', tone: 'attention' },
  1: { label: '正常', tone: 'ok' },
})

/** Source: document 2, section 4. */
export const shieldState = defineDict({
  0: { label: '屏蔽', tone: 'attention' },
  1: { label: '已解除', tone: 'ok' },
})

/** Ours; the documents define no codes. */
export const actionState = defineDict({
  0: { label: '动作中', tone: 'working' },
  1: { label: '已复位', tone: 'ok' },
})

/** Handling of a fault or of a device's last report. Source: document 2, section 4. */
export const faultHandling = defineDict({
  0: { label: '未处理', tone: 'attention' },
  1: { label: '误报', tone: 'idle' },
  2: { label: '已修复', tone: 'ok' },
  3: { label: '维保', tone: 'working' },
  4: { label: '测试', tone: 'working' },
})
