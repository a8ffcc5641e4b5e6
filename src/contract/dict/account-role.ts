import { defineDict } from './define-dict.ts'

/** Whom an account belongs to. */
export const accountRole = defineDict({
  unit: { label: '社会单位' },
  property: { label: '物业公司' },
  provider: { label: '服务商' },
  government: { label: '消防机构' },
})
