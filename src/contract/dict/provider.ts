import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const providerReview = defineDict({
  0: { label: '未认证', tone: 'idle' },
  1: { label: '已通过', tone: 'ok' },
  2: { label: '待审核', tone: 'working' },
  3: { label: '已驳回', tone: 'danger' },
})

/** Source: document 2, section 4. */
export const providerDocking = defineDict({
  0: { label: '未对接', tone: 'idle' },
  1: { label: '已对接', tone: 'ok' },
  2: { label: '对接中', tone: 'working' },
})

/** Source: document 2, section 3. */
export const providerCard = defineDict({
  1: { label: '黄牌', tone: 'attention' },
  2: { label: '红牌', tone: 'danger' },
})

/** Source: document 2, section 3. */
export const certificationState = defineDict({
  0: { label: '未取得数据传输证书', tone: 'idle' },
  1: { label: '已取得数据传输证书', tone: 'ok' },
})
