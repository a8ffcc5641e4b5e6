import { auth, type USER_TYPES } from '#contract/auth.ts'
import type { Role } from '#contract/access.ts'
import { type Account, findAccountByPhone } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Handler } from '../platform/implement.ts'
import { beginSession } from './begin-session.ts'
import { provePassword } from './prove-password.ts'
import { takeSmsCode } from './sms-code.ts'

const TYPE_OF: Record<Role, (typeof USER_TYPES)[number]> = {
  unit: 'CONNECTED_UNIT',
  property: 'CONNECTED_UNIT',
  government: 'FIRE_INSTITUTIONS',
  provider: 'SERVICE_PROVIDERS',
}

export const signIn: Handler<typeof auth.signIn> = async (input, ctx) => ({
  'x-auth-token': await beginSession(ctx, await provePassword(ctx, input), 'auth.signIn'),
})

export const unifiedSignIn: Handler<typeof auth.unifiedSignIn> = async (input, ctx) => {
  const isByPhone = 'phone' in input
  const found = isByPhone ? await provePhone(input, ctx) : await provePassword(ctx, input)
  const token = await beginSession(ctx, found, isByPhone ? 'auth.smsSignIn' : 'auth.signIn')
  return { type: TYPE_OF[found.role], 'x-auth-token': token }
}

async function provePhone(
  { phone, checkCode }: { phone: string; checkCode: string },
  ctx: Parameters<typeof signIn>[1],
): Promise<Account> {
  const found = await findAccountByPhone(ctx.db, phone)
  await takeSmsCode(ctx, { phone, code: checkCode, account: found, way: 'sms' })
  if (!found) throw new AppError(400, '验证码错误或已过期', { checkCode: '验证码错误或已过期' })
  return found
}
