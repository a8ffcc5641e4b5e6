import type { Role } from './access.ts'

/** What a to-do says that its processing depends on. */
export interface TodoState {
  /** 1 a person sees to it, 2 it ends by itself. */
  readonly problemType: number
  /** 0 unprocessed, 1 processed. */
  readonly status: number
}

/** Whether a role processes to-dos at all: those who answer for the building. */
export const processes = (role: Role): boolean => role === 'unit' || role === 'property'

/** Why a to-do cannot be processed now; null where it can. Source: document 2, section 2. */
export function whyNotProcessed({ problemType, status }: TodoState): string | null {
  if (status !== 0) return '该待办已处理'
  return problemType === 1 ? null : '该问题恢复正常后自动处理，无需手动处理'
}
