import { MESSAGE_PAGE_SIZES } from '#contract/message.ts'

export interface ListView {
  readonly readState: '' | 0 | 1
  readonly search: string
  readonly currentPage: number
  readonly pageSize: number
}

export const FIRST_VIEW: ListView = { readState: '', search: '', currentPage: 1, pageSize: MESSAGE_PAGE_SIZES[0] }
