import type { DocumentText } from '../platform/files/compose-pdf.ts'
import { DECLARATION_TYPES } from './declaration-types.ts'

const LINE = '＿'.repeat(14)
const orLine = (text: string) => text || LINE

export function declarationTemplate(of: {
  buildingName: string
  address: string
  unitName: string
  source: string
  date: Date
}): DocumentText {
  return {
    title: '消防物联网数据接入特殊申报审批表',
    facts: ['填写后加盖单位公章，拍照或扫描为PDF，作为特殊申报的附件上传。'],
    paragraphs: [
      `申报单位：${orLine(of.unitName)}`,
      `建筑名称：${orLine(of.buildingName)}`,
      `建筑地址：${orLine(of.address)}`,
      `联系人：${LINE}`,
      `联系电话：${LINE}`,
      `申报类型（在所选项前打勾）：${DECLARATION_TYPES.map(({ name }) => `□ ${name}`).join('　')}`,
      `涉及的消防系统和监测项：${LINE}${LINE}${LINE}`,
      `申报原因（100字以内）：${LINE}${LINE}${LINE}`,
      `现场情况说明（可另附照片）：${LINE}${LINE}${LINE}`,
      '本单位承诺以上内容真实，并对建筑消防设施的完好有效负责。',
      '申报单位（公章）：',
      '日期：＿＿＿＿年＿＿月＿＿日',
      '消防救援机构审批意见：',
      '日期：＿＿＿＿年＿＿月＿＿日',
    ],
    source: of.source,
    date: of.date,
  }
}
