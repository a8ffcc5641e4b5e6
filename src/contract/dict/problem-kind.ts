import { defineDict } from './define-dict.ts'

/** Kinds of facility problems, the gravest first. */
export const problemKind = defineDict({
  fire: { label: '火警超时', tone: 'fire' },
  fault: { label: '异常', tone: 'attention' },
  offline: { label: '离线', tone: 'unknown' },
})
