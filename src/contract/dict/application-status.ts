import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const applicationStatus = defineDict({
  0: { label: '待审批', tone: 'working' },
  1: { label: '已通过', tone: 'ok' },
  2: { label: '已拒绝', tone: 'danger' },
})
