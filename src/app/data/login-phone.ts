import type { InputOf } from '#contract/endpoint.ts'
import { loginPhone } from '#contract/login-phone.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const loginPhoneQuery = {
  detail: () => ({ ...queryOf(loginPhone.detail, {}), staleTime: 0 }),
}

export const sendPhoneCode = (phone: string) => send(loginPhone.sendCode, { phone })

export const changeLoginPhone = (input: InputOf<typeof loginPhone.change>) => send(loginPhone.change, input)
