import { defineDict } from './define-dict.ts'

export const transmitterCheck = defineDict({
  waiting: { label: '传输装置待下发', tone: 'working' },
  received: { label: '传输装置已收到', tone: 'working' },
  answered: { label: '传输装置应答', tone: 'ok' },
  denied: { label: '传输装置否认', tone: 'danger' },
  unconfirmed: { label: '传输装置未确认', tone: 'danger' },
  offline: { label: '传输装置未连接', tone: 'danger' },
})

/** States of a duty check. */
export const checkState = defineDict({
  waiting: { label: '等待应答', tone: 'working' },
  answered: { label: '已应答', tone: 'ok' },
  late: { label: '超时应答', tone: 'attention' },
  missed: { label: '未应答', tone: 'danger' },
})
