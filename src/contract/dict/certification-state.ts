import { defineDict } from './define-dict.ts'

/** Whether a provider holds the data-transmission certificate. Source: document 2, section 3. */
export const certificationState = defineDict({
  0: { label: '未取得数据传输证书', tone: 'idle' },
  1: { label: '已取得数据传输证书', tone: 'ok' },
})
