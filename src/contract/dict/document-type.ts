import { defineDict } from './define-dict.ts'

/** What a document of the platform is for. Source: document 1, section 9 names 3; 1 is ours. */
export const documentType = defineDict({
  1: { label: '使用手册' },
  3: { label: '问卷调查' },
})
