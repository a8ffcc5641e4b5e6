import { defineDict } from './define-dict.ts'

/** What the authority writes: 0 to 2 as the portal's information types, 3 questions, 4 the landing page's notices, 5 notifications. */
export const publicationKind = defineDict({
  0: { label: '通知公告' },
  1: { label: '技术标准' },
  2: { label: '法律法规' },
  3: { label: '常见问题' },
  4: { label: '门户通知' },
  5: { label: '消息通知' },
})
