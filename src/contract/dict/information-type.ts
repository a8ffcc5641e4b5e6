import { defineDict } from './define-dict.ts'

/** Source: document 1, section 2, Portal page. */
export const informationType = defineDict({
  0: { label: '通知公告' },
  1: { label: '技术标准' },
  2: { label: '法律法规' },
})
