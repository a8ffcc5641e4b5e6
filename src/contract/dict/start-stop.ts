import { defineDict } from './define-dict.ts'

/** Whether a pump or fan runs. Source: document 2, section 4. */
export const startStop = defineDict({
  0: { label: '停止', tone: 'idle' },
  1: { label: '启动', tone: 'working' },
})
