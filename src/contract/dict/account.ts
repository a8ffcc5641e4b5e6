import { defineDict } from './define-dict.ts'

export const accountRole = defineDict({
  unit: { label: '社会单位' },
  property: { label: '物业单位' },
  provider: { label: '服务商' },
  government: { label: '消防救援机构' },
})

/** Source: document 2, section 4. */
export const accountStatus = defineDict({
  0: { label: '启用', tone: 'ok' },
  1: { label: '停用', tone: 'idle' },
})
