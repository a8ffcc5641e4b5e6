import { NOTIFICATION } from './publication-kinds.ts'

export const MAX_SEQUENCE = 9999

const QUESTION = 3
const NOTICE = 4
const DRAFT = 0
const PUBLISHED = 1

interface Standing {
  readonly kind: number
  readonly state: number
}

/** Used by client and server. */
export const PUBLISHING_RULES = {
  edit: {
    // Receivers may have read it already.
    when: ({ kind, state }: Standing) => kind !== NOTIFICATION || state !== PUBLISHED,
    otherwise: '已发送的通知不能修改，请先撤回',
  },
  publish: { when: ({ state }: Standing) => state !== PUBLISHED, otherwise: '该内容已发布，请刷新后再试' },
  withdraw: { when: ({ state }: Standing) => state === PUBLISHED, otherwise: '该内容未发布，无需撤回' },
  pin: { when: ({ kind }: Standing) => kind <= QUESTION, otherwise: '该栏目按时间排列，不能置顶' },
  remove: { when: ({ state }: Standing) => state === DRAFT, otherwise: '发布过的内容只能撤回，不能删除' },
} as const

export type PublishingAct = keyof typeof PUBLISHING_RULES

export const isDocument = (kind: number) => kind < QUESTION
export const isQuestion = (kind: number) => kind === QUESTION
export const isNotice = (kind: number) => kind === NOTICE
export const isNotification = (kind: number) => kind === NOTIFICATION

interface Written {
  readonly hasWords: boolean
  readonly url: string
  readonly audience: { readonly roles: readonly unknown[]; readonly unitIds: readonly unknown[] } | null
}

/** @returns field name to error text */
export function missingOf(kind: number, { hasWords, url, audience }: Written): Record<string, string> {
  const missing: Record<string, string> = {}
  if (!isNotice(kind) && !hasWords) missing['bodyHtml'] = '请输入正文'
  if (isNotice(kind) && url === '') missing['url'] = '请输入链接'
  if (isNotification(kind) && !audience?.roles.length && !audience?.unitIds.length)
    missing['audience'] = '请选择接收对象'
  return missing
}
