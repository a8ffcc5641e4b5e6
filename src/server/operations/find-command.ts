import { parseArgs } from 'node:util'
import { accountCommands } from './accounts.ts'
import type { Command } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import { loginPhoneCommands } from './login-phones.ts'
import { organCommands } from './organs.ts'
import { providerCommands } from './providers.ts'
import { importCommands } from './import.ts'
import { auditCommands } from './audit-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { maintenanceCommands } from './maintenance.ts'
import { faultCommands } from './fault-commands.ts'
import { selfTestCommands } from './self-test-commands.ts'

const COMMANDS: Record<string, Command> = {
  ...accountCommands,
  ...loginPhoneCommands,
  ...organCommands,
  ...importCommands,
  ...providerCommands,
  ...maintenanceCommands,
  ...backupCommands,
  ...auditCommands,
  ...selfTestCommands,
  ...faultCommands,
}

export const USAGE = `用法：npm run admin -- <命令>
${Object.entries(COMMANDS)
  .map(([name, { usage, says }]) => `  ${name} ${usage}\n      ${says}`)
  .join('\n')}
数据库与文件由 DATABASE_URL、FILES_URL 指定，与服务相同。`

const wordsOf = ({ usage }: Command) => (usage.split(/\[|--/, 1)[0] ?? '').split(' ').filter(Boolean).length

/** @throws CommandError, TypeError */
export function findCommand([name = '', ...args]: readonly string[]): {
  command: Command
  run(desk: CliContext): Promise<void>
} {
  const command = COMMANDS[name]
  if (!command) throw new CommandError(`没有命令 ${name}\n\n${USAGE}`)
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries((command.options ?? []).map((option) => [option, { type: 'string' as const }])),
      ...Object.fromEntries((command.flags ?? []).map((flag) => [flag, { type: 'boolean' as const }])),
    },
  })
  // A second account would be ignored silently.
  const extra = positionals.slice(wordsOf(command))
  if (extra.length > 0) throw new CommandError(`多余的参数：${extra.join(' ')}\n\n用法：${name} ${command.usage}`)
  const options = values as Record<string, string | boolean | undefined>
  return { command, run: (desk) => command.run(desk, { words: positionals, options }) }
}
