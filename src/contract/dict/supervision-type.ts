import { defineDict } from './define-dict.ts'

/** 4 and 9 are the same category. Source: rulings, Numbers and rules. */
export const supervisionType = defineDict({
  1: { label: '重点单位' },
  2: { label: '一般单位' },
  3: { label: '九小场所' },
  4: { label: '其他单位' },
})
