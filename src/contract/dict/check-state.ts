import { defineDict } from './define-dict.ts'

/** States of a duty check. */
export const checkState = defineDict({
  waiting: { label: '等待应答', tone: 'working' },
  answered: { label: '已应答', tone: 'ok' },
  late: { label: '超时应答', tone: 'attention' },
  missed: { label: '未应答', tone: 'danger' },
})
