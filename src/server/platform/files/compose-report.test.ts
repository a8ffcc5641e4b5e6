import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { buildingReport } from '#server/reporting/building-report.ts'
import { composeReport } from './compose-report.ts'

const bare = (text: string) => text.replace(/\s/g, '')
const at = new Date('2026-03-23T10:15:00+08:00')

const report = buildingReport({
  building: {
    name: '上海市黄浦区外滩滨江历史风貌保护街区综合商业办公楼（北区）',
    complexName: '外滩中心',
    address: '上海市黄浦区中山东一路1号',
    addressDetail: null,
    county: '310101',
    area: 49574.2,
    floorSpace: 2990,
    height: 77.5,
    upperLevel: 19,
    underLevel: 1,
    heightId: 2,
    natureId: '1',
    constructId: '4',
    buildingYear: 1995,
    fireLevel: null,
    accessStatus: 1,
    accessAt: at,
    mustPercent: 100,
    optionalPercent: 88,
  },
  unitName: '上海溪清商业管理有限公司',
  providerName: null,
  score: 46.6,
  deductions: Array.from({ length: 23 }, (_, n) => ({
    describe: `${n}层感烟探测器（2003${n}）故障超过 24 小时`,
    deduction: 1.5,
  })),
  points: { total: 66, online: 43 },
  problems: {
    open: 38,
    newest: Array.from({ length: 20 }, (_, n) => ({ itemDesc: `${n}#消火栓泵离线，未上报数据`, happenedAt: at })),
  },
  at,
  source: '上海市消防救援局',
})

test('a building’s report contains exactly the input, plus header and footer', async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await composeReport(report)), { verbosity: 0 })
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  expect(totalPages).toBeGreaterThan(1)
  const feet = Array.from({ length: totalPages }, (_, page) => `${report.source}第${page + 1}页，共${totalPages}页`)
  const told = feet.reduce((left, foot) => left.replace(foot, ''), bare(text))
  const sections = report.sections.flatMap(({ heading, rows = [], lines = [] }) => [
    heading,
    ...rows.flat(),
    ...lines.map((line, n) => `${n + 1}. ${line}`),
  ])
  expect(told).toBe(bare([report.title, ...report.facts, ...sections, report.note].join('')))
})

test('a shortened list shows that it is shortened', () => {
  const headings = report.sections.map(({ heading }) => heading)
  expect(headings).toContain('扣分项（共 23 项，列出前 20 项）')
  expect(headings).toContain('未解决的消防设施问题（共 38 个，列出前 20 个）')
})
