import type { Role } from './access.ts'

export interface TodoState {
  /** 1 processed by a person, 2 closes automatically. */
  readonly problemType: number
  /** 0 unprocessed, 1 processed. */
  readonly status: number
}

export const PROBLEM_KINDS = ['fire', 'fault', 'offline'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export const processes = (role: Role): boolean => role === 'unit' || role === 'property'

export const resolvesAutomatically = ({ problemType, status }: TodoState): boolean => status === 0 && problemType !== 1

/** @returns error text, or null. Source: document 2, section 2. */
export function whyNotProcessed(todo: TodoState): string | null {
  if (todo.status !== 0) return '该待办已处理'
  return resolvesAutomatically(todo) ? '该问题恢复正常后自动处理，无需手动处理' : null
}
