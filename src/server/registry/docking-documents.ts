import { Readable } from 'node:stream'
import { accessStatus } from '#contract/dict/access-status.ts'
import { certificationState, providerDocking, providerReview } from '#contract/dict/provider.ts'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import { shanghaiDay, toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from './building.scope.ts'
import { seesProvider } from './sees-provider.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { limitExports } from '../platform/limit-exports.ts'
import { composePdf } from '../platform/files/compose-pdf.ts'
import { composeReport } from '../platform/files/compose-report.ts'
import type { Context } from '../platform/implement.ts'
import { providerState } from './present-provider.ts'
import { countServed, findProvider, type Provider, servedBuildings } from './provider-review.store.ts'

const TOLD_BUILDINGS = 30

async function needProvider(ctx: Context<Session>, isvId: number, what: 'testReport' | 'notice'): Promise<Provider> {
  if (!(await seesProvider(ctx.db, ctx.session, isvId))) throw notThere()
  const row = await findProvider(ctx.db, isvId)
  if (!row) throw notThere()
  const rule = PROVIDER_RULES[what]
  if (!rule.when(providerState(row))) throw new AppError(409, rule.otherwise)
  await limitExports(ctx)
  return row
}

const issuePdf = (ctx: Context<Session>, providerId: number, fileName: string, file: Buffer) =>
  issueDownload(ctx, {
    fileName,
    audit: () => ({ providerId }),
    contentType: 'application/pdf',
    content: Readable.from([file], { objectMode: false }),
  })

const sourceOf = ({ deps }: Context<Session>) => deps.settings.site.issuer

export async function testReport({ isvId }: { isvId: number }, ctx: Context<Session>): Promise<string> {
  const row = await needProvider(ctx, isvId, 'testReport')
  const inSight = buildingScope(ctx.db, ctx.session)
  const counts = await countServed(ctx.db, inSight, isvId)
  const total = [...counts.values()].reduce((sum, num) => sum + num, 0)
  const served = await servedBuildings(ctx.db, inSight, isvId, TOLD_BUILDINGS)
  const file = await composeReport({
    title: `${row.name}对接测试报告`,
    facts: [`生成时间 ${toWireTime(ctx.now)}`],
    sections: [
      {
        heading: '服务商概况',
        rows: [
          ['企业名称', row.name],
          ['企业地址', row.companyAddress ?? '--'],
          ['法定代表人', row.legalName ?? '--'],
          ['审核状态', providerReview.label(row.status)],
          ['数据传输证书', certificationState.label(row.certificationState)],
        ],
      },
      {
        heading: '对接测试',
        rows: [
          ['对接状态', providerDocking.label(row.accessStatus)],
          ['必接项对接率', `${row.mustPercent}%`],
        ],
      },
      {
        heading: `所服务的建筑（共 ${total} 栋）`,
        rows: accessStatus.codes.map(
          (code) => [accessStatus.label(code), `${counts.get(Number(code)) ?? 0} 栋`] as const,
        ),
      },
      {
        heading: total > served.length ? `建筑明细（前 ${served.length} 栋）` : '建筑明细',
        lines: served.map(
          (one) => `${one.name}：${accessStatus.label(one.accessStatus)}，必接项接入率 ${one.mustPercent}%`,
        ),
        none: '没有服务中的建筑。',
      },
    ],
    note: '本报告由平台根据生成时的对接数据自动生成，仅供消防救援机构了解服务商对接情况使用。',
    source: sourceOf(ctx),
    date: ctx.now,
  })
  return issuePdf(ctx, row.id, `对接测试报告-${row.name}.pdf`, file)
}

export async function dockingNotice({ isvId }: { isvId: number }, ctx: Context<Session>): Promise<string> {
  const row = await needProvider(ctx, isvId, 'notice')
  const source = sourceOf(ctx)
  const file = await composePdf({
    title: '消防物联网服务商对接告知书',
    facts: [`服务商编号 ${row.id}`, `出具日期 ${shanghaiDay(ctx.now)}`],
    paragraphs: [
      `${row.name}：`,
      `你单位与本平台的数据对接测试已完成，必接项对接率${row.mustPercent}%，可以为建筑管理单位提供消防设施物联网数据接入服务。`,
      `企业地址：${row.companyAddress ?? '--'}`,
      '请按平台接口规范持续、真实、完整地上报数据，妥善保管授权信息，不得转借他人使用。所服务建筑的数据中断的，应在限期内恢复。',
      '特此告知。',
      source,
      shanghaiDay(ctx.now),
    ].filter(Boolean),
    source,
    date: ctx.now,
  })
  return issuePdf(ctx, row.id, `对接告知书-${row.name}.pdf`, file)
}
