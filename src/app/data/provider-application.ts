import type { InputOf } from '#contract/endpoint.ts'
import { providerApplication } from '#contract/provider-application.ts'
import { send } from '#app/session/send.ts'

export const sendApplicantCode = (input: InputOf<typeof providerApplication.sendCode>) =>
  send(providerApplication.sendCode, input)
export const applyProvider = (input: InputOf<typeof providerApplication.apply>) =>
  send(providerApplication.apply, input)
export const readApplications = (input: InputOf<typeof providerApplication.state>) =>
  send(providerApplication.state, input)
