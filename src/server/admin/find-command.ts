import { parseArgs } from 'node:util'
import { accountCommands } from './accounts.ts'
import type { Command } from './command.ts'
import { type Desk, DeskError } from './desk.ts'
import { loginPhoneCommands } from './login-phones.ts'
import { organCommands } from './organs.ts'
import { providerCommands } from './providers.ts'
import { registerCommands } from './register.ts'
import { safekeepingCommands } from './safekeeping.ts'
import { upkeepCommands } from './upkeep.ts'

const COMMANDS: Record<string, Command> = {
  ...accountCommands,
  ...loginPhoneCommands,
  ...organCommands,
  ...registerCommands,
  ...providerCommands,
  ...upkeepCommands,
  ...safekeepingCommands,
}

export const USAGE = `用法：npm run admin -- <命令>
${Object.entries(COMMANDS)
  .map(([name, { usage, says }]) => `  ${name} ${usage}\n      ${says}`)
  .join('\n')}
数据库与文件由 DATABASE_URL、FILES_URL 指定，与服务相同。`

/** Words a command takes: those of its usage that stand before its options. */
const wordsOf = ({ usage }: Command) => (usage.split(/\[|--/, 1)[0] ?? '').split(' ').filter(Boolean).length

/**
 * The command that was asked for, and how it is run as it was asked for.
 * @throws DeskError where there is none of that name or a word too many, TypeError where it does not know an option
 */
export function findCommand([name = '', ...args]: readonly string[]): {
  command: Command
  run(desk: Desk): Promise<void>
} {
  const command = COMMANDS[name]
  if (!command) throw new DeskError(`没有命令 ${name}\n\n${USAGE}`)
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries((command.options ?? []).map((option) => [option, { type: 'string' as const }])),
      ...Object.fromEntries((command.flags ?? []).map((flag) => [flag, { type: 'boolean' as const }])),
    },
  })
  // Of two accounts told to one command, the second would be passed over without a word.
  const extra = positionals.slice(wordsOf(command))
  if (extra.length > 0) throw new DeskError(`多余的参数：${extra.join(' ')}\n\n用法：${name} ${command.usage}`)
  const options = values as Record<string, string | boolean | undefined>
  return { command, run: (desk) => command.run(desk, { words: positionals, options }) }
}
