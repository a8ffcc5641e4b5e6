import type { TypeCode } from '#contract/dictionary.ts'

/** Stored codes: never renumber, only append. */
export interface Entry {
  readonly code: string
  readonly name: string
}

const numbered = (...names: string[]): Entry[] => names.map((name, i) => ({ code: String(i + 1), name }))
const numberedFrom = (first: number, ...names: string[]): Entry[] =>
  names.map((name, i) => ({ code: String(first + i), name }))

/** `heightId`. Source: the documents, section 4. */
export const HEIGHT_CLASSES = numbered('单层建筑', '多层建筑', '高层建筑', '超高层建筑')

export const STRUCTURES = numbered('木结构', '砖木结构', '砖混结构', '钢筋混凝土结构', '钢结构', '其他结构')

export const USE_NATURES = numbered(
  '办公建筑',
  '商业建筑',
  '商业综合体',
  '宾馆饭店',
  '医疗建筑',
  '教育建筑',
  '科研建筑',
  '文化建筑',
  '体育建筑',
  '展览建筑',
  '交通建筑',
  '通信建筑',
  '住宅建筑',
  '公寓建筑',
  '宿舍建筑',
  '养老福利建筑',
  '公共娱乐场所',
  '宗教建筑',
  '厂房',
  '仓库',
  '地下车库',
  '其他',
)

/** 0: the filter's "all". */
export const BUILDING_TYPES: readonly Entry[] = [
  { code: '0', name: '全部' },
  { code: '1', name: '大型商业综合体' },
  { code: '2', name: '超高层' },
]

export const PROBLEM_TYPES = numbered('需人工处理', '恢复后自动解除')

export const COMPANY_LABELS = numbered('业主单位', '物业单位', '承租单位', '维保单位', '主力店', '餐饮', '办公')

/** Fire Protection Law, article 73; the last group is our own. */
export const PLACE_TYPES: readonly Entry[] = [
  ...numberedFrom(
    101,
    '宾馆',
    '饭店',
    '商场',
    '集贸市场',
    '客运车站候车室',
    '客运码头候船厅',
    '民用机场航站楼',
    '体育场馆',
    '会堂',
    '公共娱乐场所',
  ),
  ...numberedFrom(
    201,
    '医院门诊楼、病房楼',
    '学校教学楼、图书馆、食堂、集体宿舍',
    '养老院',
    '福利院',
    '托儿所',
    '幼儿园',
    '公共图书馆阅览室',
    '公共展览馆、博物馆展示厅',
    '劳动密集型企业生产加工车间和员工集体宿舍',
    '旅游活动场所',
    '宗教活动场所',
  ),
  ...numberedFrom(301, '办公场所', '仓储场所', '易燃易爆场所', '其他场所'),
]

export const LISTS: Readonly<Record<TypeCode, readonly Entry[]>> = {
  BUILDING_STRUCTURE_TYPE: STRUCTURES,
  BUILDING_HELGHT_TYPE: HEIGHT_CLASSES,
  BUILDING_USE_NATURE: USE_NATURES,
  PROBLEM_TYPE: PROBLEM_TYPES,
  COMPANY_LABEL: COMPANY_LABELS,
  UNIT_PLACE_TYPE: PLACE_TYPES,
}
