import { toWireTime } from '#contract/time.ts'
import { type Command, needNumber } from './command.ts'
import { newestFaults } from './fault.store.ts'

const SHOWN = '20'

export const faultCommands: Record<string, Command> = {
  faults: {
    usage: '[--limit <条数>]',
    says: '列出页面上报的前端故障，最近发生的在前',
    options: ['limit'],
    async run({ deps, say }, { options }) {
      const rows = await newestFaults(deps.db, needNumber(String(options['limit'] ?? SHOWN), '条数'))
      for (const { kind, name, message, place, frames, builds, routes, devices, count, ...times } of rows) {
        say(`${toWireTime(times.lastSeenAt)}\t${count} 次\t${kind}\t${place || '位置未知'}`)
        say(`  ${name} ${message}`)
        say(`  首次 ${toWireTime(times.firstSeenAt)}  页面 ${routes.join(' ')}  设备 ${devices.join(' ')}`)
        say(`  版本 ${builds.join(' ')}`)
        for (const frame of frames) say(`    ${frame}`)
      }
      if (rows.length === 0) say('暂无前端故障')
    },
  },
}
