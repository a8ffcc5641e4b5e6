export interface CardTexts {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly url: string
}

export const CARD_HEAD = '消防物联网数据对接平台'
export const CARD_FOOT = ['扫码登录后查看本建筑消防物联网数据；', '已在手机上离线下载的建筑，没有网络也能打开。']
