import { resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { type Command, need } from './command.ts'
import type { Desk } from './desk.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} 秒`
const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

/**
 * The audit row of a command that has succeeded already. A database of a former version may not take it: that is said,
 * and the command stays done.
 */
async function recordRun(desk: Desk, command: 'backup' | 'restore', audit: Record<string, unknown>): Promise<void> {
  await desk
    .context(command)
    .write(() => Promise.resolve({ value: null, audit }))
    .catch(() => desk.say('注意：数据库版本较旧，本次操作未能记入操作审计'))
}

export const safekeepingCommands: Record<string, Command> = {
  backup: {
    usage: '<目录>',
    says: '备份数据库与文件到空目录',
    // Before an upgrade the version that a way back leads to.
    leavesVersion: true,
    async run(desk, given) {
      const { deps, database, say } = desk
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const { tables, files } = await backUp({ database, files: deps.files, now: deps.now, say }, folder)
      await recordRun(desk, 'backup', { file: folder, rows: rowsOf(tables) })
      say(`备份完成：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
  restore: {
    usage: '<目录>',
    says: '把备份恢复到空数据库，逐表校验',
    async run(desk, given) {
      const { deps, database, say } = desk
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const { tables, files } = await restore({ database, files: deps.files, say }, folder)
      await recordRun(desk, 'restore', { file: folder, rows: rowsOf(tables) })
      say(`恢复完成，校验一致：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
}
