import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { accountName } from '#contract/account.ts'
import { addAccount } from '../registry/add-account.ts'
import { type Account, findAccountByName, lockAccount } from '../identity/account.store.ts'
import { account } from '../schema/account.table.ts'
import { oneTimePassword } from '../identity/one-time-password.ts'
import { resetPassword } from '../identity/reset-password.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { notThere } from '../platform/app-error.ts'
import { endSessionsOf } from '../platform/session.ts'
import { findProvider } from '../registry/provider-review.store.ts'
import { unit } from '../schema/unit.table.ts'
import { type Command, type Given, need, needNumber } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import { needOrgan } from './organs.ts'

const TOLD_UNITS = 20
const ONCE = '（只显示这一次，首次登录须修改）'

function needName(given: Given): string {
  const parsed = v.safeParse(accountName, need(given, 0, '账号'))
  if (!parsed.success) throw new CommandError(parsed.issues[0].message)
  return parsed.output
}

export async function needAccount({ deps }: CliContext, given: Given): Promise<Account> {
  const name = need(given, 0, '账号')
  const found = await findAccountByName(deps.db, name)
  if (!found) throw new CommandError(`没有账号 ${name}`)
  return found
}

async function ownerOf({ deps }: CliContext, { options }: Given) {
  if (typeof options['organ'] === 'string') {
    const organ = await needOrgan(deps.db, options['organ'])
    return { role: 'government' as const, organId: organ.id, name: organ.name }
  }
  const id = needNumber(String(options['provider']), '服务商')
  const provider = await findProvider(deps.db, id)
  if (!provider) throw new CommandError(`没有编号为 ${id} 的服务商`)
  return { role: 'provider' as const, providerId: id, name: provider.name }
}

/** After an import only the code is known. */
async function needUnit({ deps }: CliContext, word: string): Promise<{ id: number; name: string }> {
  const isCode = /^[0-9A-Za-z]{18}$/.test(word)
  const isIt = isCode ? eq(unit.creditCode, word.toUpperCase()) : eq(unit.id, needNumber(word, '单位'))
  const found = await deps.db.select({ id: unit.id, name: unit.name }).from(unit).where(isIt).limit(TOLD_UNITS)
  if (found.length > 1)
    throw new CommandError(
      `有多家单位使用此信用代码，请改用编号：${found.map(({ id, name }) => `${id} ${name}`).join('，')}`,
    )
  if (!found[0]) throw new CommandError(isCode ? `没有信用代码为 ${word} 的单位` : `没有编号为 ${word} 的单位`)
  return found[0]
}

async function createAccount(desk: CliContext, given: Given): Promise<void> {
  const { deps, say } = desk
  const name = needName(given)
  const { organ, unit: unitWord, provider } = given.options
  if ([organ, unitWord, provider].filter(Boolean).length !== 1)
    throw new CommandError('请指定账号属于谁：--organ、--unit、--provider 三选一')
  const ctx = desk.context('createAccount')
  if (unitWord) {
    const { id: companyId, name: unitName } = await needUnit(desk, String(unitWord))
    const added = await addAccount(ctx, { account: name, companyId })
    say(`已为${unitName}创建账号 ${added.account}，初始密码 ${added.password}${ONCE}`)
    return
  }
  const owner = await ownerOf(desk, given)
  const password = oneTimePassword(deps.newToken())
  const passwordHash = await deps.passwords.hash(password)
  const shown = typeof given.options['name'] === 'string' ? given.options['name'] : owner.name
  await ctx.write(async (tx) => {
    const row = { ...owner, account: name, name: shown, passwordHash, createdAt: ctx.now }
    const [added] = await reserveName(() =>
      tx.transaction((inner) => inner.insert(account).values(row).returning({ id: account.id })),
    )
    const { passwordHash: _, createdAt: __, ...after } = row
    return { value: null, audit: { accountId: added?.id, after } }
  })
  say(`已为${owner.name}创建账号 ${name}，初始密码 ${password}${ONCE}`)
}

async function reset(desk: CliContext, given: Given): Promise<void> {
  const { id } = await needAccount(desk, given)
  const told = await resetPassword(desk.context('resetPassword'), id, async (tx) => {
    const found = await lockAccount(tx, id)
    if (!found) throw notThere()
    return found
  })
  desk.say(`账号 ${told.account} 的新密码 ${told.password}${ONCE}；原有登录已失效`)
}

/** 0 enabled, 1 disabled. */
const switchTo = (status: 0 | 1) => async (desk: CliContext, given: Given) => {
  const found = await needAccount(desk, given)
  const ctx = desk.context(status === 0 ? 'enableAccount' : 'disableAccount')
  await ctx.write(async (tx) => {
    await tx.update(account).set({ status }).where(eq(account.id, found.id))
    if (status !== 0) await endSessionsOf(tx, found.id, 'disabled', ctx.now)
    const audit = { accountId: found.id, account: found.account, before: { status: found.status }, after: { status } }
    return { value: null, audit }
  })
  desk.say(`账号 ${found.account} 已${status === 0 ? '启用' : '停用，原有登录已失效'}`)
}

export const accountCommands: Record<string, Command> = {
  'create-account': {
    usage: '<账号> --organ <机构编号或名称> | --unit <单位编号或信用代码> | --provider <服务商编号> [--name <姓名>]',
    says: '创建账号，显示一次初始密码',
    options: ['organ', 'unit', 'provider', 'name'],
    run: createAccount,
  },
  'reset-password': { usage: '<账号>', says: '重置密码，显示一次新密码', run: reset },
  'disable-account': { usage: '<账号>', says: '停用账号，结束其登录', run: switchTo(1) },
  'enable-account': { usage: '<账号>', says: '启用账号', run: switchTo(0) },
}
