import { defineDict } from './define-dict.ts'

/** Specially supervised buildings. Source: document 1, section 9; domain 4.5. */
export const buildingType = defineDict({
  1: { label: '大型商业综合体' },
  2: { label: '超高层' },
})
