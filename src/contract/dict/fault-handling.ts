import { defineDict } from './define-dict.ts'

/** How a fault, or what a device last told, was handled. Source: document 2, section 4. */
export const faultHandling = defineDict({
  0: { label: '未处理', tone: 'attention' },
  1: { label: '误报', tone: 'idle' },
  2: { label: '已修复', tone: 'ok' },
  3: { label: '维保', tone: 'working' },
  4: { label: '测试', tone: 'idle' },
})
