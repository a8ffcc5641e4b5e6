import { defineDict } from './define-dict.ts'

export const deliveryChannel = defineDict({
  push: { label: '推送' },
  sms: { label: '短信' },
  voice: { label: '电话' },
  wecom: { label: '企业微信' },
  webhook: { label: '对外转发' },
  none: { label: '未通知' },
})
