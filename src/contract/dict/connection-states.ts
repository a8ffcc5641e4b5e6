import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4, Dock data status. */
export const itemConnection = defineDict({
  0: { label: '已接入', tone: 'ok' },
  1: { label: '接入异常', tone: 'attention' },
  2: { label: '未接入', tone: 'idle' },
})

/**
 * Badge of the IoT page; the codes differ from those of the field `totalStatus`. Source: document 2, section 4, Detail
 * total status.
 */
export const totalStatus = defineDict({
  0: { label: '未接入', tone: 'danger' },
  1: { label: '已接入', tone: 'ok' },
  2: { label: '异常', tone: 'attention' },
})
