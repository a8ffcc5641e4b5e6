import * as v from 'valibot'
import { phone as phoneField } from '#contract/auth.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { informFormerPhone, needOtherPhone, phoneCodeCaller, writeLoginPhone } from '../identity/login-phone.ts'
import { handOver, keepCode, newDigits, takeCode } from '../identity/sms-code.ts'
import { needAccount } from './accounts.ts'
import { type Command, type Given, need } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

async function setPhone(desk: CliContext, given: Given): Promise<void> {
  const { deps, say } = desk
  const own = await needAccount(desk, given)
  const parsed = v.safeParse(phoneField, need(given, 1, '手机号'))
  if (!parsed.success) throw new CommandError(parsed.issues[0].message)
  const phone = parsed.output
  needOtherPhone(own, phone)
  const ctx = desk.context('setPhone')
  const { code } = given.options
  if (typeof code !== 'string') {
    const sent = newDigits(deps)
    await keepCode(ctx, phone, sent, [phoneCodeCaller(own.id)])
    if (!(await handOver(deps, phone, sent))) throw new CommandError('短信未能发出，登录手机号未改变')
    say(
      `已向 ${maskPhone(phone)} 发送验证码，5 分钟内执行：set-phone ${own.account} ${phone} --code <验证码>。登录手机号尚未改变`,
    )
    return
  }
  await takeCode(ctx, phone, phoneCodeCaller(own.id), code)
  const former = await writeLoginPhone(ctx, own, phone)
  await informFormerPhone(deps, { former, name: own.account, phone, at: ctx.now })
  say(`账号 ${own.account} 的登录手机号已设为 ${maskPhone(phone)}${former ? '，已通知原手机号' : ''}`)
}

async function removePhone(desk: CliContext, given: Given): Promise<void> {
  const own = await needAccount(desk, given)
  if (own.phone === null) throw new CommandError(`账号 ${own.account} 没有登录手机号`)
  const ctx = desk.context('removePhone')
  const former = await writeLoginPhone(ctx, own, null)
  await informFormerPhone(desk.deps, { former, name: own.account, phone: null, at: ctx.now })
  desk.say(`账号 ${own.account} 的登录手机号已移除，已通知原手机号`)
}

export const loginPhoneCommands: Record<string, Command> = {
  'set-phone': {
    usage: '<账号> <手机号> [--code <验证码>]',
    says: '设置登录手机号：先向新手机号发送验证码，再凭 --code 完成',
    options: ['code'],
    run: setPhone,
  },
  'remove-phone': { usage: '<账号>', says: '移除登录手机号，如原持有人已离职', run: removePhone },
}
