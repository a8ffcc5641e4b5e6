import type { Access } from '#contract/access.ts'
import type { contract } from '#contract/all.ts'
import type { SIGNATURE_HEADERS } from '#contract/signature.ts'

export const WHO: Readonly<Record<Access, string>> = {
  public: '任何人。',
  session: '登录的用户。',
  unit: '社会单位和物业单位。',
  duty: '社会单位、物业单位和消防救援机构用户。',
  keyed: '社会单位、物业单位和服务商，即持有密钥的各方。',
  gov: '消防救援机构用户。',
  desk: '总队和支队（2、3 级消防救援机构）用户。',
  gov2: '总队（2 级消防救援机构）用户。',
  program: '服务商的程序，须签名，见 `docs/providers.md`。',
  signed: '服务商的程序，或持有单位密钥的程序，须签名，见 `docs/providers.md`。',
}

export const GROUPS: Readonly<Record<keyof typeof contract, string>> = {
  ingest: '服务商上报',
  account: '账号',
  ackLink: '通知链接',
  delivery: '通知记录',
  deviceBind: '绑定手机',
  checkLink: '查岗链接',
  dutyCheck: '查岗',
  floorPlan: '楼层平面图',
  dutyContact: '值班联系人',
  alarm: '火警与确认',
  alarmStatistics: '火警统计',
  approval: '特殊申报与接入审批',
  auditLog: '操作审计',
  auth: '登录与密码',
  loginPhone: '登录手机号',
  authority: '消防救援机构首页',
  batch: '批量读取',
  building: '建筑',
  buildingDetail: '建筑详情',
  checkin: '签到',
  buildingForm: '新增、绑定和编辑建筑',
  content: '平台信息',
  curve: '历史曲线',
  dashboard: '首页',
  dictionary: '字典与区域',
  document: '使用手册与问卷调查',
  pack: '离线资料',
  point: '点位',
  live: '实时变更',
  message: '消息通知',
  place: '地点',
  portal: '门户',
  problem: '消防设施问题',
  provider: '服务商',
  publishing: '内容发布',
  push: '推送',
  record: '消防系统、记录与实时数据',
  recordExport: '物联网记录导出',
  score: '消防安全评分',
  search: '全局搜索',
  shelf: '检修登记',
  upload: '附件',
  tenancy: '入驻单位',
  unit: '单位信息',
  unitManagement: '单位管理',
  webhook: '对外转发',
}

export const KEYS: Readonly<Record<'x-auth-token' | (typeof SIGNATURE_HEADERS)[number], string>> = {
  'x-auth-token': '登录后取得的 token。',
  'x-app-key': '服务商的 appKey。',
  'x-time': '当前的 Unix 时间，毫秒，与服务器相差不超过 5 分钟。',
  'x-nonce': '8 至 64 位字母、数字、`-` 或 `_`，只能使用一次。',
  'x-signature': '以 secret 为密钥的 HMAC-SHA256，十六进制，算法见 `docs/providers.md`。',
}

export const INTRODUCTION = [
  '服务商的程序以签名调用 `/open/v1` 下的接口，其余接口凭登录后的 token 调用，各接口注明由谁调用。',
  '除 401 和 503 外，响应的 HTTP 状态码都是 200，是否成功以 `code` 为准。',
  '签名的算法、上报的规则和可以直接运行的示例见 `docs/providers.md`。',
].join('')
