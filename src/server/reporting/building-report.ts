import { accessStatus } from '#contract/dict/access-status.ts'
import { toWireTime } from '#contract/time.ts'
import { dictionaryList, dictionaryTree } from '../reference/dictionaries.ts'
import { DISTRICTS } from '../reference/regions.ts'
import type { ReportText } from '../platform/files/compose-report.ts'

export interface ReportFacts {
  readonly building: {
    readonly name: string
    readonly complexName: string
    readonly address: string | null
    readonly addressDetail: string | null
    readonly county: string
    readonly area: number | null
    readonly floorSpace: number | null
    readonly height: number | null
    readonly upperLevel: number | null
    readonly underLevel: number | null
    readonly heightId: number | null
    readonly natureId: string | null
    readonly constructId: string | null
    readonly buildingYear: number | null
    readonly fireLevel: string | null
    readonly accessStatus: number
    readonly accessAt: Date | null
    readonly mustPercent: number
    readonly optionalPercent: number
  }
  readonly unitName: string | null
  readonly providerName: string | null
  readonly score: number | null
  readonly deductions: readonly { readonly describe: string; readonly deduction: number }[]
  readonly points: { readonly total: number; readonly online: number }
  readonly problems: { readonly open: number; readonly newest: readonly { itemDesc: string; happenedAt: Date }[] }
  readonly at: Date
  readonly source: string
}

const MISSING = '--'
const said = (value: number | string | null, unit = '') =>
  value === null || value === '' ? MISSING : `${value}${unit}`
const wordOf = (entries: readonly { code: string; name: string }[], code: string | number | null) =>
  entries.find((entry) => entry.code === String(code))?.name ?? said(code)
const fireLevelOf = (code: string | null) =>
  wordOf(dictionaryTree().find(({ id }) => id === 10)?.sysDicParameterList ?? [], code)

const TOLD = 20
const cutAt = (all: number, told: number, unit: string) =>
  all > told ? `（共 ${all} ${unit}，列出前 ${told} ${unit}）` : `（共 ${all} ${unit}）`

export function buildingReport(facts: ReportFacts): ReportText {
  const { building, points, problems } = facts
  const district = DISTRICTS.find(({ code }) => code === building.county)?.name ?? null
  const offline = points.total - points.online
  return {
    title: `${building.name}消防物联网接入报告`,
    facts: [`所属综合体 ${building.complexName}`, `生成时间 ${toWireTime(facts.at)}`],
    sections: [
      {
        heading: '建筑概况',
        rows: [
          ['所在区', said(district)],
          ['建筑地址', said(building.addressDetail ?? building.address)],
          ['管理单位', said(facts.unitName)],
          ['建筑面积', said(building.area, ' 平方米')],
          ['占地面积', said(building.floorSpace, ' 平方米')],
          ['建筑高度', said(building.height, ' 米')],
          ['地上 / 地下层数', `${said(building.upperLevel)} / ${said(building.underLevel)}`],
          ['高度类别', wordOf(dictionaryList('BUILDING_HELGHT_TYPE'), building.heightId)],
          ['结构类型', wordOf(dictionaryList('BUILDING_STRUCTURE_TYPE'), building.constructId)],
          ['使用性质', wordOf(dictionaryList('BUILDING_USE_NATURE'), building.natureId)],
          ['耐火等级', fireLevelOf(building.fireLevel)],
          ['竣工年份', said(building.buildingYear)],
        ],
      },
      {
        heading: '接入情况',
        rows: [
          ['接入状态', accessStatus.label(building.accessStatus)],
          ['接入时间', building.accessAt ? toWireTime(building.accessAt) : MISSING],
          ['服务商', said(facts.providerName)],
          ['必接项接入率', `${building.mustPercent}%`],
          ['选接项接入率', `${building.optionalPercent}%`],
          ['点位总数', String(points.total)],
          ['在线 / 离线点位', `${points.online} / ${offline}`],
        ],
      },
      {
        heading: '消防安全评分',
        rows: [['当前评分', facts.score === null ? MISSING : `${Math.round(facts.score)} 分`]],
      },
      {
        heading: `扣分项${cutAt(facts.deductions.length, TOLD, '项')}`,
        lines: facts.deductions.slice(0, TOLD).map(({ describe, deduction }) => `${describe}（扣 ${deduction} 分）`),
        none: '没有扣分项。',
      },
      {
        heading: `未解决的消防设施问题${cutAt(problems.open, problems.newest.length, '个')}`,
        lines: problems.newest.map(({ itemDesc, happenedAt }) => `${itemDesc}，发生于 ${toWireTime(happenedAt)}`),
        none: '没有未解决的问题。',
      },
    ],
    note: '本报告由平台根据生成时的物联网数据自动生成，仅供建筑管理单位和消防救援机构了解接入情况使用。',
    source: facts.source,
    date: facts.at,
  }
}
