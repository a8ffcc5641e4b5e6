/** Unit types (`dwxz`), stored as these words. Source: domain, section 5.5. */
export const UNIT_KINDS = [
  '办公楼',
  '医院',
  '学校',
  '非国企',
  '国企',
  '博物馆',
  '宾馆饭店',
  '公共娱乐',
  '交通枢纽',
  '会馆',
  '客运站',
  '商场',
  '党政机关',
  '住宅小区',
  '养老机构',
  '易燃易爆',
  '运输',
] as const

/** Ownership (`nature`), stored as these words. Source: domain, section 5.5. */
export const OWNERSHIPS = ['国有', '集体', '私营', '股份制', '外商投资', '港澳台投资', '机关事业', '其他'] as const
