import { defineDict } from './define-dict.ts'

export const deliveryResult = defineDict({
  delivered: { label: '已送达', tone: 'ok' },
  undelivered: { label: '未送达', tone: 'danger' },
  sending: { label: '发送中', tone: 'working' },
  unneeded: { label: '无需发送', tone: 'idle' },
})
