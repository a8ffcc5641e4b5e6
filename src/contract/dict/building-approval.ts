import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const buildingApproval = defineDict({
  0: { label: '审批中', tone: 'working' },
  1: { label: '已拒绝', tone: 'danger' },
})
