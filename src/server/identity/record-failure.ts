import * as v from 'valibot'
import { accountName } from '#contract/account.ts'
import type { Context } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'

export type ProofWay = 'password' | 'sms' | 'recovery' | 'again'

const WAY_WORDS: Readonly<Record<ProofWay, string>> = {
  password: '密码',
  sms: '短信验证码',
  recovery: '找回密码的验证码',
  again: '再次输入密码',
}

const REASON_WORDS = { wrong: '不正确', locked: '不正确，已暂时锁定', disabled: '账号已停用' } as const

/** An attacker cannot fill the disk. */
const ROWS = { points: 1000, windowSec: 3600, blockSec: 0 }

interface Failure {
  readonly way: ProofWay
  /** An invalid name may be a password and is not recorded. */
  readonly tried: string
  readonly accountId: number | undefined
  readonly reason: keyof typeof REASON_WORDS
}

export async function recordFailure(
  ctx: Pick<Context<unknown>, 'deps' | 'now' | 'write'>,
  { way, tried, accountId, reason }: Failure,
): Promise<void> {
  const { deps, now } = ctx
  ;(deps.operations ?? NOOP_OPERATIONS).metrics.signedIn(way, 'failed')
  const { allowed, left } = await deps.limits.take('audit:failures', ROWS, now)
  if (!allowed) return
  const isName = /^1\d{2}\*{4}\d{4}$/.test(tried) || v.is(accountName, tried)
  await ctx.write(() =>
    Promise.resolve({
      value: null,
      action: 'auth.signInFailed',
      ...(accountId !== undefined && { accountId }),
      audit: {
        tried: isName ? tried : '（不是账号名）',
        way: WAY_WORDS[way],
        reason: REASON_WORDS[reason],
        ...(left === 0 && { note: '本小时的失败过多，其余不再逐条记录' }),
      },
    }),
  )
}
