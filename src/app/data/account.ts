import { account, type HandedOut } from '#contract/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const accountQuery = queriesOf(account, 'list', 'companies')

export const suggestAccountName = (lawCompanyId: string) => send(account.suggestName, { lawCompanyId })

/** @returns one-time password, only available here */
export const addAccount = (input: InputOf<typeof account.add>): Promise<HandedOut | null> => send(account.add, input)

export const renameAccount = (id: string, name: string) => send(account.rename, { id, account: name })

export const enableAccount = (id: string, status: 0 | 1) => send(account.enable, { id, status })

/** @returns one-time password, only available here */
export const resetPassword = (id: string): Promise<HandedOut | null> => send(account.resetPassword, { id })
