import { and, asc, eq, gt } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import { newKey } from '../registry/building-key.ts'
import { lockProvider, setSecret } from '../registry/provider-review.store.ts'
import { provider } from '../schema/provider.table.ts'
import { KINDS } from '#contract/publication-kinds.ts'
import { publicationKind } from '#contract/dict/publication.ts'
import { publish, withdraw } from '../content/publish.ts'
import { publicationStore } from '../content/publishing.store.ts'
import { reEvaluate } from '../evaluation/re-evaluate-due.ts'
import { type Command, type Given, need, needNumber, needOption } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

const kinds = KINDS.map((kind) => `${kind} ${publicationKind.label(kind)}`).join('，')

const AT_ONCE = 20

const publishing =
  (act: typeof publish | typeof withdraw, command: string, done: string) => async (desk: CliContext, given: Given) => {
    const word = need(given, 0, '栏目')
    const kind = KINDS.find((one) => String(one) === word || publicationKind.label(one) === word)
    if (kind === undefined) throw new CommandError(`没有栏目“${word}”；栏目：${kinds}`)
    const id = needNumber(need(given, 1, '内容编号'), '内容')
    const officer = await desk.needOfficer(needOption(given, 'as', '以哪个消防救援机构账号的名义'))
    const item = await publicationStore(kind).find(desk.deps.db, kind, id)
    if (!item) throw new CommandError(`${publicationKind.label(kind)}中没有编号为 ${id} 的内容`)
    await act({ kind, id, version: item.version }, desk.context(command, officer))
    desk.say(`“${item.title}”已${done}`)
  }

async function rescore(desk: CliContext, given: Given): Promise<void> {
  const only = given.options['building']
  const chosen = typeof only === 'string' ? needNumber(only, '建筑') : null
  const ctx = desk.context('rescore')
  let done = 0
  for (let after = 0; ;) {
    const rows = await ctx.db
      .select({ id: building.id })
      .from(building)
      .where(and(gt(building.id, after), chosen === null ? undefined : eq(building.id, chosen)))
      .orderBy(asc(building.id))
      .limit(AT_ONCE)
    const last = rows.at(-1)
    if (!last) break
    await ctx.db.transaction((tx) =>
      reEvaluate(
        tx,
        rows.map(({ id }) => id),
        ctx.now,
      ),
    )
    done += rows.length
    after = last.id
  }
  if (done === 0) throw new CommandError(chosen === null ? '暂无建筑' : `没有编号为 ${chosen} 的建筑`)
  await ctx.write(() =>
    Promise.resolve({ value: null, audit: { buildings: done, ...(chosen && { buildingId: chosen }) } }),
  )
  desk.say(`已重新计算 ${done} 栋建筑的接入、问题与评分`)
}

function opened(open: () => string): string {
  try {
    return open()
  } catch {
    throw new CommandError(
      '该服务商的密钥不是用当前的 SECRET_KEY 保存的：请设置与服务相同的 SECRET_KEY；原 SECRET_KEY 确已丢失时，用 --renew --force 换发',
    )
  }
}

async function providerKeys(desk: CliContext, given: Given): Promise<void> {
  const { deps, say } = desk
  const id = needNumber(need(given, 0, '服务商编号'), '服务商')
  const [found] = await deps.db.select().from(provider).where(eq(provider.id, id))
  if (!found) throw new CommandError(`没有编号为 ${id} 的服务商`)
  const { open, seal } = deps.secrets
  const isForced = given.options['force'] === true
  const isRenewed = given.options['renew'] === true
  // Decrypt first: a foreign key would lock the provider out.
  const former = isRenewed && isForced ? null : opened(() => open(found.secret))
  const renewed = isRenewed ? newKey(deps) : null
  const audit = { providerId: id, changed: renewed === null ? [] : ['secret'] }
  await desk.context('providerKeys').write(async (tx) => {
    if (renewed !== null && (await lockProvider(tx, id))) await setSecret(tx, id, seal(renewed))
    return { value: null, audit }
  })
  say(`${found.name}\nappKey ${found.appKey}\nsecret ${renewed ?? former}`)
  if (renewed !== null) say('原密钥已失效')
}

async function providers({ deps, say }: CliContext): Promise<void> {
  const rows = await deps.db.select().from(provider).orderBy(asc(provider.id))
  for (const { id, name, status, mustPercent } of rows)
    say([id, name, ['未认证', '已通过', '待审核', '已驳回'][status] ?? status, `必接项 ${mustPercent}%`].join('\t'))
  if (rows.length === 0) say('暂无服务商')
}

const item = '<栏目> <内容编号> --as <消防救援机构账号>'

export const maintenanceCommands: Record<string, Command> = {
  publish: {
    usage: item,
    says: `发布内容；栏目（编号或名称）：${kinds}`,
    options: ['as'],
    run: publishing(publish, 'publish', '发布'),
  },
  withdraw: {
    usage: item,
    says: '撤回内容；栏目同 publish',
    options: ['as'],
    run: publishing(withdraw, 'withdraw', '撤回'),
  },
  rescore: {
    usage: '[--building <建筑编号>]',
    says: '重新计算建筑的接入、问题与评分',
    options: ['building'],
    run: rescore,
  },
  providers: { usage: '', says: '列出服务商', run: providers },
  'provider-keys': {
    usage: '<服务商编号> [--renew [--force]]',
    says: '显示服务商的密钥；--renew 换发新密钥，--force 在原 SECRET_KEY 已丢失时仍换发',
    flags: ['renew', 'force'],
    needsKey: true,
    takesAnyKey: true,
    run: providerKeys,
  },
}
