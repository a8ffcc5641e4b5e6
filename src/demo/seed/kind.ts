export interface Kind {
  readonly names: readonly (readonly [complex: string, building: string])[]
  readonly nature: string
  readonly structure: string
  readonly fireLevel: string | null
  readonly function: string | null
  readonly form: string
  readonly buildingType: number | null
  /** Height range and storey height in metres; `under` in floors. */
  readonly height: readonly [number, number]
  readonly storey: number
  readonly under: readonly [number, number]
  /** Ground area, m². */
  readonly footprint: readonly [number, number]
  readonly systems: readonly number[]
  readonly company: readonly string[]
  readonly unitType: string
  readonly placeType: string
}

const CORE = [1, 2, 3, 4, 5, 7, 8]

// prettier-ignore
const KINDS = {
  mall: {
    names: [['生活广场', '生活广场购物中心'], ['汇', '汇商业综合体'], ['天地', '天地商业中心']],
    nature: '3', structure: '4', fireLevel: '1', function: 'F010101', form: 'X010103', buildingType: 1,
    height: [26, 48], storey: 5.6, under: [2, 3], footprint: [9800, 16_500], systems: [...CORE, 6, 10, 11, 12],
    company: ['商业管理有限公司', '百货股份有限公司'], unitType: '商场', placeType: '商场',
  },
  tower: {
    names: [['国际中心', '国际中心主楼'], ['环球金融中心', '环球金融中心A座'], ['云顶大厦', '云顶大厦']],
    nature: '1', structure: '4', fireLevel: '1', function: 'F020101', form: 'X010102', buildingType: 2,
    height: [118, 282], storey: 4.4, under: [3, 5], footprint: [2200, 3900], systems: [...CORE, 6, 9, 11, 12],
    company: ['置业发展有限公司', '资产管理有限公司'], unitType: '办公楼', placeType: '办公场所',
  },
  office: {
    names: [['商务园', '商务园3号楼'], ['科创大厦', '科创大厦'], ['中心', '中心B座']],
    nature: '1', structure: '4', fireLevel: '2', function: 'F020102', form: 'X010101', buildingType: null,
    height: [32, 96], storey: 4.1, under: [1, 3], footprint: [1300, 3200], systems: [...CORE, 11, 12],
    company: ['实业有限公司', '科技发展有限公司'], unitType: '办公楼', placeType: '办公场所',
  },
  hotel: {
    names: [['大酒店', '大酒店主楼'], ['宾馆', '宾馆贵宾楼']],
    nature: '4', structure: '4', fireLevel: '2', function: 'F030101', form: 'X010101', buildingType: null,
    height: [26, 88], storey: 3.8, under: [1, 2], footprint: [1200, 2600], systems: [...CORE, 6, 10],
    company: ['酒店管理有限公司', '宾馆有限公司'], unitType: '宾馆饭店', placeType: '宾馆',
  },
  hospital: {
    names: [['医院', '医院门诊楼'], ['医院', '医院住院部']],
    nature: '5', structure: '4', fireLevel: '1', function: 'F040101', form: 'X010101', buildingType: null,
    height: [24.5, 62], storey: 4.2, under: [1, 2], footprint: [2100, 4300], systems: [...CORE, 9, 12],
    company: ['医院'], unitType: '医院', placeType: '医院门诊楼、病房楼',
  },
  school: {
    names: [['中学', '中学教学楼'], ['小学', '小学综合楼'], ['职业技术学校', '职业技术学校实训楼']],
    nature: '6', structure: '4', fireLevel: '2', function: 'F050101', form: 'X010101', buildingType: null,
    height: [13, 22], storey: 3.8, under: [0, 1], footprint: [1500, 3100], systems: [1, 2, 8, 12],
    company: ['中学', '学校'], unitType: '学校', placeType: '学校教学楼、图书馆、食堂、集体宿舍',
  },
  culture: {
    names: [['文化艺术中心', '文化艺术中心图书馆'], ['博物馆', '博物馆展陈楼']],
    nature: '8', structure: '4', fireLevel: '1', function: 'F050102', form: 'X010101', buildingType: null,
    height: [15, 24], storey: 5.2, under: [1, 2], footprint: [2400, 6200], systems: [1, 2, 3, 8, 9],
    company: ['文化发展中心', '博物馆'], unitType: '博物馆', placeType: '公共展览馆、博物馆展示厅',
  },
  residence: {
    names: [['雅苑', '雅苑2号楼'], ['花园', '花园7号楼']],
    nature: '13', structure: '4', fireLevel: '2', function: null, form: 'X010201', buildingType: null,
    height: [54, 99], storey: 2.95, under: [1, 2], footprint: [620, 1100], systems: [1, 2, 5, 8, 11],
    company: ['置业有限公司', '房地产开发有限公司'], unitType: '住宅小区', placeType: '其他场所',
  },
  apartment: {
    names: [['人才公寓', '人才公寓1号楼'], ['青年社区', '青年社区C栋']],
    nature: '14', structure: '4', fireLevel: '2', function: 'F030201', form: 'X010202', buildingType: null,
    height: [27, 60], storey: 3.1, under: [0, 1], footprint: [700, 1500], systems: [1, 2, 5, 8, 14],
    company: ['租赁住房运营有限公司', '公寓管理有限公司'], unitType: '国企', placeType: '其他场所',
  },
  warehouse: {
    names: [['物流园', '物流园B1仓'], ['冷链中心', '冷链中心2号库']],
    nature: '20', structure: '5', fireLevel: '2', function: 'F070202', form: 'X020201', buildingType: null,
    height: [9, 14], storey: 20, under: [0, 0], footprint: [6000, 18_000], systems: [1, 2, 3, 8, 13],
    company: ['供应链管理有限公司', '仓储物流有限公司'], unitType: '运输', placeType: '仓储场所',
  },
  factory: {
    names: [['智造园', '智造园5号厂房'], ['精密工业园', '精密工业园装配车间']],
    nature: '19', structure: '5', fireLevel: '2', function: 'F070102', form: 'X020102', buildingType: null,
    height: [12, 23], storey: 6, under: [0, 0], footprint: [3200, 9000], systems: [1, 2, 3, 4, 8],
    company: ['智能装备制造有限公司', '精密机械有限公司'], unitType: '非国企', placeType: '劳动密集型企业生产加工车间和员工集体宿舍',
  },
  station: {
    names: [['客运枢纽', '客运枢纽候车楼'], ['轮渡码头', '轮渡码头候船楼']],
    nature: '11', structure: '5', fireLevel: '1', function: 'F060101', form: 'X010101', buildingType: null,
    height: [12, 23.5], storey: 9, under: [1, 2], footprint: [4200, 12_000], systems: [...CORE, 6, 12],
    company: ['交通枢纽管理有限公司', '客运有限公司'], unitType: '交通枢纽', placeType: '客运车站候车室',
  },
  nursing: {
    names: [['颐养院', '颐养院康护楼'], ['福利院', '福利院生活楼']],
    nature: '16', structure: '4', fireLevel: '2', function: null, form: 'X010101', buildingType: null,
    height: [11, 21], storey: 3.6, under: [0, 1], footprint: [900, 2200], systems: [1, 2, 3, 8, 14],
    company: ['养老服务有限公司', '社会福利院'], unitType: '养老机构', placeType: '养老院',
  },
  leisure: {
    names: [['欢唱城', '欢唱城'], ['影城', '影城综合楼']],
    nature: '17', structure: '4', fireLevel: '2', function: 'F010302', form: 'X010101', buildingType: null,
    height: [6, 18], storey: 5.5, under: [0, 1], footprint: [900, 2600], systems: [1, 2, 3, 8, 10],
    company: ['娱乐有限公司', '影院管理有限公司'], unitType: '公共娱乐', placeType: '公共娱乐场所',
  },
  garage: {
    names: [['停车楼', '停车楼'], ['公共停车库', '公共停车库']],
    nature: '21', structure: '4', fireLevel: '1', function: null, form: 'X030101', buildingType: null,
    height: [4.5, 6], storey: 20, under: [2, 4], footprint: [3000, 7000], systems: [1, 2, 3, 5],
    company: ['停车管理有限公司', '城市设施运营有限公司'], unitType: '国企', placeType: '其他场所',
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

export function kindOf(name: KindName): Kind {
  return KINDS[name]
}

/** A letter and three levels of two digits. */
export function pathTo(code: string): string[] {
  return [code.slice(0, 3), code.slice(0, 5), code]
}
