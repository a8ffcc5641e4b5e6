import { resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { type Command, need } from './command.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} 秒`
const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

export const safekeepingCommands: Record<string, Command> = {
  backup: {
    usage: '<目录>',
    says: '备份数据库与文件到空目录',
    // Before an upgrade the version that a way back leads to.
    leavesVersion: true,
    async run({ deps, database, say }, given) {
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const { tables, files } = await backUp({ database, files: deps.files, now: deps.now, say }, folder)
      say(`备份完成：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
  restore: {
    usage: '<目录>',
    says: '把备份恢复到空数据库，逐表校验',
    async run({ deps, database, say }, given) {
      const folder = resolve(need(given, 0, '目录'))
      const since = performance.now()
      const { tables, files } = await restore({ database, files: deps.files, say }, folder)
      say(`恢复完成，校验一致：${rowsOf(tables)} 行，${files.length} 个文件，用时 ${seconds(since)}`)
    },
  },
}
