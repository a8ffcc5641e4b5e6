import { toWireTime } from '#contract/time.ts'
import { type Break, verifyAudit } from '../reporting/audit-chain.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import type { Command, Given } from './command.ts'

const LATE_MS = 15 * 60_000

function breakWords(broken: Break): string {
  switch (broken.kind) {
    case 'ends':
      return '审计链的首尾记录被改动或删除'
    case 'lost-head':
      return '审计链中没有 --head 所指的记录：其后的记录可能被整体替换'
    case 'missing':
      return `第 ${broken.number} 条缺失`
    case 'changed':
      return `第 ${broken.number} 条（编号 ${broken.id}）的内容或顺序被改动`
    case 'inserted':
      return `第 ${broken.number} 条（编号 ${broken.id}）是插入的`
  }
}

function readHead({ options }: Given): { number: number; hash: string } | null {
  const given = options['head']
  if (given === undefined) return null
  const [, number = '', hash = ''] = /^([1-9]\d{0,14}):([\w-]{43})$/.exec(String(given)) ?? []
  if (number === '') throw new CommandError('--head 应为日志“audit sealed”一行中的 head')
  return { number: Number(number), hash }
}

async function verify({ deps, say }: CliContext, given: Given): Promise<void> {
  const since = performance.now()
  const { rows, head, lost, unsealed, late, broken } = await verifyAudit(deps.db, deps.secrets, readHead(given))
  if (lost > 0) say(`${lost} 条用已丢失的密钥封存，无法校验`)
  if (unsealed.count > 0) {
    const isLate = unsealed.oldest !== null && deps.now().getTime() - unsealed.oldest.getTime() > LATE_MS
    const from = unsealed.oldest === null ? '' : `，最早 ${toWireTime(unsealed.oldest)}`
    say(`末尾 ${unsealed.count} 条尚未封存${from}${isLate ? '：请检查服务进程的 seal 任务' : ''}`)
  }
  if (late.count > 0) say(`注意：${late.count} 条的入库时间晚于所记时间 1 小时以上，首条编号 ${late.firstId}`)
  if (broken) throw new CommandError(`操作审计不完整：${breakWords(broken)}；此前 ${rows} 条校验一致`)
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  say(`操作审计完整：已校验 ${rows} 条，用时 ${seconds} 秒`)
  if (head.number > 0) say(`链尾 ${head.number}:${head.hash}`)
}

export const auditCommands: Record<string, Command> = {
  'verify-audit': {
    usage: '[--head <链尾>]',
    says: '校验操作审计没有被删除、改动或插入；--head 同时核对日志中某次的链尾',
    options: ['head'],
    needsKey: true,
    run: verify,
  },
}
