import { defineDict } from './define-dict.ts'

/** An account's `status`: 0 enabled, otherwise disabled. Source: document 2, section 4. */
export const accountStatus = defineDict({
  0: { label: '启用', tone: 'ok' },
  1: { label: '停用', tone: 'idle' },
})
