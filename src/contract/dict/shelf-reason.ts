import { defineDict } from './define-dict.ts'

export const shelfReason = defineDict({
  test: { label: '测试', tone: 'working' },
  maintenance: { label: '维保', tone: 'working' },
})
