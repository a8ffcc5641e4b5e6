import { defineDict } from './define-dict.ts'

/** Whether an action lasts: 0, or has gone back. Source: none; the documents name the list only. */
export const actionState = defineDict({
  0: { label: '动作中', tone: 'working' },
  1: { label: '已复位', tone: 'idle' },
})
