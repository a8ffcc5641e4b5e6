import { defineDict } from './define-dict.ts'

/** Notification: 0 unread, 1 read. Source: document 1, section 3. */
export const readState = defineDict({
  0: { label: '未读', tone: 'attention' },
  1: { label: '已读', tone: 'idle' },
})
