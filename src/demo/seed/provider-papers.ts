import { asc, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { composePdf } from '#server/platform/files/compose-pdf.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { provider } from '#server/schema/provider.table.ts'

type Row = typeof provider.$inferSelect

export const licenseKeyOf = (id: number) => `papers/${id}-license.pdf`
export const bookKeyOf = (id: number) => `papers/${id}-book.pdf`

const SAMPLE = '演示样本，无法律效力'

const licenseOf = (row: Row) => ({
  title: '营业执照（副本）',
  facts: [SAMPLE],
  paragraphs: [
    `名称：${row.name}`,
    '类型：有限责任公司（自然人投资或控股）',
    `住所：${row.companyAddress ?? '--'}`,
    `法定代表人：${row.legalName ?? '--'}`,
    '经营范围：消防技术服务；物联网技术服务；信息系统集成服务；消防设施维护与检测（依法须经批准的项目，经相关部门批准后方可开展经营活动）。',
  ],
  source: '演示市场监督管理部门',
  date: row.createdAt,
})

const bookOf = (row: Row) => ({
  title: '消防物联网数据接入服务承诺书',
  facts: [SAMPLE],
  paragraphs: [
    `${row.name}郑重承诺：`,
    '一、按平台接口规范如实、完整、及时上报消防设施运行数据，不伪造、不篡改。',
    '二、妥善保管授权信息和所接触的单位信息，不转借、不泄露。',
    '三、数据中断时在二十四小时内响应，并在限期内恢复。',
    '四、接受消防救援机构的监督检查。',
    `承诺单位：${row.name}`,
    `法定代表人：${row.legalName ?? '--'}`,
  ],
  source: row.name,
  date: row.createdAt,
})

export async function storeProviderPapers(db: Db, files: FileStore): Promise<void> {
  const rows = await db.select().from(provider).where(isNotNull(provider.licenseKey)).orderBy(asc(provider.id))
  for (const row of rows) {
    await files.put(licenseKeyOf(row.id), await composePdf(licenseOf(row)), { contentType: 'application/pdf' })
    await files.put(bookKeyOf(row.id), await composePdf(bookOf(row)), { contentType: 'application/pdf' })
  }
}
