import { isIP } from 'node:net'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { newProvider } from '#contract/provider.ts'
import { bindByKey } from '../registry/bind-by-key.ts'
import { building } from '../schema/building.table.ts'
import { addProvider } from '../registry/add-provider.ts'
import { findProvider, lockProvider } from '../registry/provider-review.store.ts'
import { provider } from '../schema/provider.table.ts'
import { resumeProvider, suspendProvider } from '../registry/suspend-provider.ts'
import { type Command, type Given, need, needNumber, needOption } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

const ONCE = '（只显示这一次，请妥善交给服务商）'

const word = ({ options }: Given, name: string) => (typeof options[name] === 'string' ? options[name] : '')

async function add(desk: CliContext, given: Given): Promise<void> {
  const parsed = v.safeParse(newProvider, {
    name: need(given, 0, '服务商名称'),
    linkMan: needOption(given, 'contact', '联系人'),
    linkManPhone: needOption(given, 'phone', '联系人电话'),
    companyAddress: word(given, 'address'),
    account: word(given, 'account'),
    county: '',
    legalName: '',
    legalPhone: '',
  })
  if (!parsed.success) throw new CommandError(parsed.issues[0].message)
  const added = await addProvider(parsed.output, desk.context('addProvider'))
  desk.say(`已新增服务商 ${added.isvId} ${added.name}\nappKey ${added.appKey}\nsecret ${added.secret}${ONCE}`)
  if (added.password !== null) desk.say(`账号 ${added.account}，初始密码 ${added.password}${ONCE}`)
}

const NETWORK = /^[0-9a-fA-F.:]+\/\d{1,3}$/

async function limitNetworks(desk: CliContext, given: Given): Promise<void> {
  const isvId = numberOf(given)
  const networks = word(given, 'networks').split(',').filter(Boolean)
  const wrong = networks.find((one) => {
    const [ip = '', bits = ''] = one.split('/')
    return !NETWORK.test(one) || isIP(ip) === 0 || Number(bits) > (isIP(ip) === 4 ? 32 : 128)
  })
  if (wrong !== undefined) throw new CommandError(`“${wrong}”不是网段，应如 10.1.0.0/16`)
  await desk.context('limitNetworks').write(async (tx) => {
    const row = await lockProvider(tx, isvId)
    if (!row) throw new CommandError(`没有编号为 ${isvId} 的服务商`)
    await tx.update(provider).set({ networks }).where(eq(provider.id, isvId))
    const audit = { providerId: isvId, before: { networks: row.networks }, after: { networks } }
    return { value: null, audit }
  })
  desk.say(
    networks.length > 0
      ? `服务商 ${isvId} 的传输装置只能从 ${networks.join('、')} 连接`
      : `服务商 ${isvId} 的传输装置不限网段`,
  )
}

const numberOf = (given: Given) => needNumber(need(given, 0, '服务商编号'), '服务商')

async function suspend(desk: CliContext, given: Given): Promise<void> {
  const isvId = numberOf(given)
  await suspendProvider({ isvId, reason: needOption(given, 'reason', '暂停原因') }, desk.context('suspendProvider'))
  desk.say(`服务商 ${isvId} 已暂停，其密钥不再有效`)
}

async function resume(desk: CliContext, given: Given): Promise<void> {
  const isvId = numberOf(given)
  await resumeProvider({ isvId }, desk.context('resumeProvider'))
  desk.say(`服务商 ${isvId} 已恢复`)
}

async function bind(desk: CliContext, given: Given): Promise<void> {
  const key = need(given, 0, '建筑编号或建筑密钥')
  const id = needNumber(needOption(given, 'provider', '服务商编号'), '服务商')
  const found = await findProvider(desk.deps.db, id)
  if (!found) throw new CommandError(`没有编号为 ${id} 的服务商`)
  const [place] = /^\d{1,15}$/.test(key)
    ? await desk.deps.db
        .select({ key: building.appKey })
        .from(building)
        .where(eq(building.id, Number(key)))
    : [{ key }]
  if (!place) throw new CommandError(`没有编号为 ${key} 的建筑`)
  const bound = await bindByKey(desk.context('bindBuilding'), { providerId: id, name: found.name }, place.key)
  desk.say(`${bound.name}已绑定服务商 ${found.name}，建筑标识 ${bound.projectId}`)
}

export const providerCommands: Record<string, Command> = {
  'add-provider': {
    usage: '<服务商名称> --contact <联系人> --phone <联系人电话> [--address <企业地址>] [--account <登录账号>]',
    says: '新增服务商，显示一次密钥',
    options: ['contact', 'phone', 'address', 'account'],
    needsKey: true,
    run: add,
  },
  'suspend-provider': {
    usage: '<服务商编号> --reason <暂停原因>',
    says: '暂停服务商，其密钥立即失效',
    options: ['reason'],
    run: suspend,
  },
  'limit-networks': {
    usage: '<服务商编号> [--networks <网段列表>]',
    says: '限定服务商传输装置的来源网段（以逗号分隔），不写为不限',
    options: ['networks'],
    run: limitNetworks,
  },
  'resume-provider': { usage: '<服务商编号>', says: '恢复已暂停的服务商', run: resume },
  'bind-building': {
    usage: '<建筑编号或建筑密钥> --provider <服务商编号>',
    says: '把建筑绑定到服务商',
    options: ['provider'],
    run: bind,
  },
}
