import { defineDict } from './define-dict.ts'

/** Source: document 2, section 4. */
export const alarmFlag = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '报警', tone: 'fire' },
})

/** Source: document 2, section 4. */
export const faultFlag = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '故障', tone: 'attention' },
})

/** Source: document 2, section 4. */
export const limitStatus = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '过低', tone: 'attention' },
  2: { label: '过高', tone: 'attention' },
})

/** Source: document 2, section 4. */
export const shortCircuit = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '短路', tone: 'danger' },
})

/** Source: document 2, section 4. */
export const startStop = defineDict({
  0: { label: '停止', tone: 'idle' },
  1: { label: '启动', tone: 'working' },
})

/** Source: document 2, section 4. */
export const manualAutomatic = defineDict({
  0: { label: '自动', tone: 'ok' },
  1: { label: '手动', tone: 'attention' },
})

/** Source: document 2, section 4. */
export const powerSupply = defineDict({
  0: { label: '供电正常', tone: 'ok' },
  1: { label: '断电', tone: 'danger' },
})

/** Source: document 2, section 3. */
export const preheating = defineDict({
  0: { label: '正常', tone: 'ok' },
  1: { label: '预热中', tone: 'working' },
})
