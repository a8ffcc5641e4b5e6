import { defineDict } from './define-dict.ts'

/** Source: rulings, Numbers and rules. */
export const supervisionCategory = defineDict({
  1: { label: '重点单位' },
  2: { label: '一般单位' },
  3: { label: '九小场所' },
  4: { label: '其他单位' },
})

/** 4 and 9 both mean others. */
export function supervisionWord(type: number | null | undefined): string {
  return supervisionCategory.label(type === 9 ? 4 : type)
}
