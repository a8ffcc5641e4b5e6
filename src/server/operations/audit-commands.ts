import { toWireTime } from '#contract/time.ts'
import { anchorAudit, findBrokenRanges } from '../reporting/anchor-audit.ts'
import { type Break, verifyAudit } from '../reporting/audit-chain.ts'
import type { KnownSpan } from '../schema/audit.table.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import { type Command, type Given, needOption } from './command.ts'

const LATE_MS = 15 * 60_000

function breakWords(broken: Break): string {
  switch (broken.kind) {
    case 'ends':
      return '审计链的首尾记录被改动或删除'
    case 'lost-head':
      return '审计链中没有 --head 所指的记录：其后的记录可能被整体替换'
    case 'known':
      return `第 ${broken.number} 条起已确认的损坏之处又被改动`
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
  const { rows, head, lost, unsealed, late, known, broken } = await verifyAudit(deps.db, deps.secrets, readHead(given))
  if (lost > 0) say(`${lost} 条用已丢失的密钥封存，无法校验`)
  if (unsealed.count > 0) {
    const isLate = unsealed.oldest !== null && deps.now().getTime() - unsealed.oldest.getTime() > LATE_MS
    const from = unsealed.oldest === null ? '' : `，最早 ${toWireTime(unsealed.oldest)}`
    say(`末尾 ${unsealed.count} 条尚未封存${from}${isLate ? '：请检查服务进程的 seal 任务' : ''}`)
  }
  if (late.count > 0) say(`注意：${late.count} 条的入库时间晚于所记时间 1 小时以上，首条编号 ${late.firstId}`)
  for (const span of known)
    say(`已确认的损坏：${spanWords(span)}，${toWireTime(new Date(span.at))} ${span.by}：${span.reason}`)
  if (broken) {
    const ranges = await findBrokenRanges(deps.db, deps.secrets)
    const all = ranges === '' ? '' : `；全部损坏：${ranges}`
    throw new CommandError(`操作审计不完整：${breakWords(broken)}；此前 ${rows} 条校验一致${all}`)
  }
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  say(`操作审计完整：已校验 ${rows} 条，用时 ${seconds} 秒`)
  if (head.number > 0) say(`链尾 ${head.number}:${head.hash}`)
}

const spanWords = ({ from, to }: Pick<KnownSpan, 'from' | 'to'>) =>
  from === to ? `第 ${from} 条` : `第 ${from} 至 ${to} 条`

async function anchor({ deps, say, context, operator }: CliContext, given: Given): Promise<void> {
  const reason = needOption(given, 'reason', '调查结论')
  const investigated = String(given.options['spans'] ?? '').replaceAll(/\s/g, '')
  const why = { at: deps.now().toISOString(), by: operator, reason }
  const { broken, spans } = await context('anchorAudit').write(async (tx) => {
    const anchored = await anchorAudit(tx, deps.secrets, investigated, why)
    if (anchored === null) throw new CommandError('操作审计没有未确认的损坏，无须操作')
    if (typeof anchored === 'string') throw new CommandError(`--spans 应为调查过的全部损坏，现为：${anchored || '无'}`)
    return {
      value: anchored,
      audit: { reason, broken: breakWords(anchored.broken), spans: anchored.spans.map(spanWords) },
    }
  })
  say(`已确认：${breakWords(broken)}`)
  for (const span of spans) say(`不再校验、也不得再改动：${spanWords(span)}`)
}

export const auditCommands: Record<string, Command> = {
  'anchor-audit': {
    usage: '--reason <调查结论> --spans <损坏>',
    says: '调查之后，确认 verify-audit 列出的全部损坏，例如 --spans 5,9-12：此后照常校验其余记录，损坏之处保留并注明何人何时因何确认',
    options: ['reason', 'spans'],
    needsKey: true,
    run: anchor,
  },
  'verify-audit': {
    usage: '[--head <链尾>]',
    says: '校验操作审计没有被删除、改动或插入；--head 同时核对日志中某次的链尾',
    options: ['head'],
    needsKey: true,
    run: verify,
  },
}
