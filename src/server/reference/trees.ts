import type { DictNode } from '#contract/dictionary.ts'

type Branches = readonly string[] | { readonly [name: string]: Branches }

const node = (code: string, name: string, children: DictNode[]): DictNode => ({
  id: code,
  code,
  name,
  sysDicParameterList: children,
})

/** Two digits per level: never reorder, only append. */
function grow(prefix: string, branches: Branches): DictNode[] {
  const below: [string, Branches][] = isList(branches) ? branches.map((name) => [name, []]) : Object.entries(branches)
  return below.map(([name, further], i) => {
    const code = `${prefix}${String(i + 1).padStart(2, '0')}`
    return node(code, name, grow(code, further))
  })
}

const isList = (branches: Branches): branches is readonly string[] => Array.isArray(branches)

/** Tree id 5. */
export const FUNCTIONS = grow('F', {
  商业: { 零售: ['百货', '超市', '专业市场'], 餐饮: ['中餐', '快餐', '美食广场'], 娱乐: ['影院', 'KTV', '健身'] },
  办公: { 写字楼: ['甲级', '乙级', '园区办公'], 行政办公: ['机关', '事业单位'] },
  住宿: { 酒店: ['星级', '经济型'], 公寓: ['长租', '酒店式'] },
  医疗: { 医院: ['门诊楼', '病房楼', '医技楼'] },
  教育: { 学校: ['教学楼', '图书馆', '宿舍', '食堂'] },
  交通: { 枢纽: ['车站', '码头', '航站楼'] },
  生产储存: { 厂房: ['甲乙类', '丙类', '丁戊类'], 仓库: ['冷链', '电商', '危化'] },
})

/** Tree id 8. */
export const FORMS = grow('X', {
  民用建筑: { 公共建筑: ['单体', '裙房+塔楼', '群楼联体'], 居住建筑: ['塔式', '板式', '联排'] },
  工业建筑: { 厂房: ['单层', '多层', '高层'], 仓库: ['单层', '多层', '高架'] },
  地下建筑: { 地下空间: ['车库', '商业', '轨交站厅'] },
})

/** `fireLevel`. Tree id 10. */
export const FIRE_LEVELS: DictNode[] = ['一级', '二级', '三级', '四级'].map((name, i) => node(String(i + 1), name, []))
