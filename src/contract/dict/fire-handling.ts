import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const fireHandling = defineDict({
  0: { label: '待确认', tone: 'fire' },
  1: { label: '误报', tone: 'dismissed' },
  2: { label: '真实火警', tone: 'fire' },
  3: { label: '维保', tone: 'working' },
  4: { label: '测试', tone: 'idle' },
})
