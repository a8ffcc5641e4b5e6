import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import { readInstallation, readOwner, renewInstallation } from './installation.store.ts'
import { moveCopies, ownedFiles, readStoreOwner, writeStoreOwner } from '../platform/files/owned-files.ts'
import { innermostCause } from '../platform/db/errors.ts'
import { backUp } from './backup/back-up.ts'
import { restore } from './backup/restore.ts'
import { newKey } from '../registry/building-key.ts'
import { unit } from '../schema/unit.table.ts'
import { canOpen, resealAll } from './secret-key.ts'
import { type Command, type Given, need } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} 秒`
const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** The command succeeded: a failed audit (older database) is a warning. */
async function recordRun(
  desk: CliContext,
  command: 'backup' | 'restore',
  audit: Record<string, unknown>,
): Promise<void> {
  await desk
    .context(command)
    .write(() => Promise.resolve({ value: null, audit }))
    .catch(() => desk.say('注意：数据库版本较旧，本次操作未能记入操作审计'))
}

async function rotateKey(desk: CliContext, given: Given): Promise<void> {
  const { deps, say } = desk
  const done = await desk.context('rotateKey').write(async (tx) => {
    const resealed = await resealAll(tx, deps.secrets, given.options['leaked'] === true)
    const lost = resealed.lostProviders.length + resealed.lostUnits.length + resealed.lostWebhooks.length
    if (lost > 0 && given.options['force'] !== true)
      throw new CommandError(
        `有 ${resealed.lostProviders.length} 个服务商、${resealed.lostUnits.length} 个单位、${resealed.lostWebhooks.length} 个对外转发的密钥既不是用 SECRET_KEY 也不是用 SECRET_KEY_FORMER 加密的，未作任何更改。请设置原来的 SECRET_KEY_FORMER；原密钥确已丢失时，加 --force`,
      )
    for (const id of resealed.lostUnits)
      await tx
        .update(unit)
        .set({ secret: deps.secrets.seal(newKey(deps)) })
        .where(eq(unit.id, id))
    return { value: resealed, audit: { count: resealed.count, lost, leaked: given.options['leaked'] === true } }
  })
  say(`已用 SECRET_KEY 重新加密 ${done.count} 个密钥`)
  if (done.lostProviders.length > 0)
    say(`以下服务商须换发密钥（provider-keys <编号> --renew --force）：${done.lostProviders.join('、')}`)
  if (done.lostWebhooks.length > 0) say(`以下对外转发须在“值班联系人”页换密钥：${done.lostWebhooks.join('、')}`)
  if (done.lostUnits.length > 0) say(`以下单位的密钥已换发，新密钥见其“授权信息”：${done.lostUnits.join('、')}`)
}

async function claimFiles(desk: CliContext, given: Given): Promise<void> {
  const { deps, say } = desk
  const own = await readInstallation(deps.db)
  const storeOwner = await readStoreOwner(deps.files).catch((error: unknown) => {
    throw new CommandError(`文件存储没有响应，请检查 FILES_URL（${(innermostCause(error) as Error).message}）`)
  })
  if (own !== null && own.restoredAt === null && own.id === storeOwner)
    throw new CommandError(`文件存储已属于本数据库（安装编号 ${own.id}），无须操作`)
  const from = given.options['from']
  if (storeOwner !== null && from !== storeOwner)
    throw new CommandError(
      `文件存储属于安装 ${storeOwner}${own?.id === storeOwner ? '，本数据库是它的副本' : ''}。确认那个安装不再使用此文件存储后，执行：claim-files --from ${storeOwner}`,
    )
  const id = randomUUID()
  const move = async (of = own?.id) => (of === undefined ? 0 : moveCopies(deps.files, of))
  const before = await move()
  await desk.context('claimFiles').write(async (tx) => {
    await renewInstallation(tx, id)
    return { value: null, audit: { before: { installation: own?.id ?? null }, after: { installation: id } } }
  })
  await writeStoreOwner(deps.files, id)
  // Stored meanwhile by running processes.
  const moved = before + (await move()) + (await move(id))
  say(`文件存储现属于本数据库（安装编号 ${id}）${moved > 0 ? `，移动了 ${moved} 个文件` : ''}`)
}

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '<目录>',
    says: '备份数据库与文件到空目录',
    leavesVersion: true,
    async run(desk, given) {
      const { deps, database, say } = desk
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const owned = ownedFiles(deps.files, await readOwner(deps.db))
      const { tables, files } = await backUp({ database, files: owned, now: deps.now, say }, folder)
      await recordRun(desk, 'backup', { file: folder, rows: rowsOf(tables) })
      say(`备份完成：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
  restore: {
    usage: '<目录>',
    says: '把备份恢复到空数据库，逐表校验',
    leavesVersion: true,
    async run(desk, given) {
      const { deps, database, say } = desk
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const { tables, files } = await restore({ database, files: deps.files, say }, folder)
      await recordRun(desk, 'restore', { file: folder, rows: rowsOf(tables) })
      say('这是一份副本：在执行 claim-files 之前，它不会删除文件存储中的任何文件')
      const keyCheck = (await readInstallation(deps.db))?.keyCheck ?? null
      if (keyCheck !== null && !canOpen(deps.secrets, keyCheck))
        say('注意：备份中的密钥是用另一个 SECRET_KEY 加密的，启动服务前请设置原来的 SECRET_KEY')
      say(`恢复完成，校验一致：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
  'rotate-key': {
    usage: '[--force] [--leaked]',
    says: '用新的 SECRET_KEY 重新加密全部密钥（原密钥设为 SECRET_KEY_FORMER）；--force 跳过原密钥已丢失的部分；--leaked 同时换发设备密钥，设备上换人时加密的内容不能再打开',
    flags: ['force', 'leaked'],
    needsKey: true,
    takesAnyKey: true,
    run: rotateKey,
  },
  'claim-files': {
    usage: '[--from <安装编号>]',
    says: '让本数据库成为文件存储的唯一所有者（换新的安装编号）；文件存储属于其他安装时，须用 --from 写明其编号',
    options: ['from'],
    run: claimFiles,
  },
}
