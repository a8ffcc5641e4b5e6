import { defineDict } from './define-dict.ts'

/** Labels of `isBuildingManager`. Source: document 2, section 3. */
export const buildingManager = defineDict({
  0: { label: '否' },
  1: { label: '物业单位' },
  2: { label: '建筑业主单位' },
})
