import { questionStatus } from '#contract/dict/question-status.ts'

/** Resolved or not, or both. Apart from the address, which the entry reads. */
export const STATUSES = [
  { value: '', label: '全部' },
  { value: '0', label: questionStatus.label(0) },
  { value: '1', label: questionStatus.label(1) },
] as const

/** A facility problem can also be closed though its cause did not end. */
export const RUN_STATUSES = [...STATUSES, { value: '2', label: questionStatus.label(2) }] as const
