import { defineDict } from './define-dict.ts'

/** How far a provider's docking with the platform has gone. Source: document 2, section 4. */
export const providerDocking = defineDict({
  0: { label: '未对接', tone: 'idle' },
  1: { label: '已对接', tone: 'ok' },
  2: { label: '对接中', tone: 'working' },
})
