import { account, type HandedOut } from '#contract/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const accountQuery = {
  list: (input: InputOf<typeof account.list>) => queryOf(account.list, input),
  companies: (input: InputOf<typeof account.companies>) => queryOf(account.companies, input),
}

/** A name for the unit's account to begin with, or the one it has. */
export const suggestAccountName = (lawCompanyId: string) => send(account.suggestName, { lawCompanyId })

/** Gives a unit its account. @returns its one-time password, which is told this once; null where a server tells none */
export const addAccount = (input: InputOf<typeof account.add>): Promise<HandedOut | null> => send(account.add, input)

export const renameAccount = (id: string, name: string) => send(account.rename, { id, account: name })

export const enableAccount = (id: string, status: 0 | 1) => send(account.enable, { id, status })

/** Gives an account a one-time password. @returns it, told this once; null where a server tells none */
export const resetPassword = (id: string): Promise<HandedOut | null> => send(account.resetPassword, { id })
