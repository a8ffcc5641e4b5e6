import { defineDict } from './define-dict.ts'

/** 0 to 2 portal information types, 3 questions, 4 landing page notices, 5 notifications. */
export const publicationKind = defineDict({
  0: { label: '通知公告' },
  1: { label: '技术标准' },
  2: { label: '法律法规' },
  3: { label: '常见问题' },
  4: { label: '门户通知' },
  5: { label: '消息通知' },
})

export const publicationState = defineDict({
  0: { label: '草稿', tone: 'idle' },
  1: { label: '已发布', tone: 'ok' },
  2: { label: '已撤回', tone: 'attention' },
})
