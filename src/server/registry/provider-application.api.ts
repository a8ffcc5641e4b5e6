import { providerApplication } from '#contract/provider-application.ts'
import { toWireTime } from '#contract/time.ts'
import { findAccountByPhone } from '../identity/account.store.ts'
import { sendApplicantCode, takeSmsCode } from '../identity/sms-code.ts'
import { implement } from '../platform/implement.ts'
import { applyProvider, needOwnRegistration } from './apply-provider.ts'
import { applicationsBy } from './provider-application.store.ts'

export const providerApplicationApi = implement(providerApplication, {
  async sendCode(input, ctx) {
    needOwnRegistration(ctx)
    await sendApplicantCode(ctx, input)
    return null
  },

  apply: applyProvider,

  async state({ phone, checkCode }, ctx) {
    needOwnRegistration(ctx)
    const account = await findAccountByPhone(ctx.db, phone)
    await takeSmsCode(ctx, { phone, code: checkCode, account, way: 'sms' })
    return ctx.write(async (tx) => {
      const rows = await applicationsBy(tx, phone)
      const value = rows.map(({ createdAt, ...row }) => ({ ...row, applyTime: toWireTime(createdAt) }))
      return { value, audit: {} }
    })
  },
})
