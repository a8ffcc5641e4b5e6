import type { Access } from '#contract/access.ts'

export const OTHER_PAGES: readonly { readonly to: string; readonly label: string; readonly access: Access }[] = [
  { to: '/messages', label: '消息通知', access: 'session' },
  { to: '/alarms/statistics', label: '火警统计', access: 'duty' },
  { to: '/alarms/shift', label: '本班记录', access: 'duty' },
  { to: '/nearby', label: '附近建筑', access: 'duty' },
  { to: '/shelves', label: '检修登记', access: 'duty' },
  { to: '/deliveries', label: '通知记录', access: 'duty' },
  { to: '/dutyContacts', label: '值班联系人', access: 'duty' },
  { to: '/bindBuilding', label: '新增/绑定建筑', access: 'unit' },
  { to: '/accountList', label: '账号管理', access: 'gov' },
  { to: '/organList', label: '消防救援机构', access: 'gov2' },
  { to: '/biPage', label: '大屏', access: 'gov' },
  { to: '/scan', label: '扫码', access: 'session' },
  { to: '/outbox', label: '待提交', access: 'session' },
  { to: '/packs', label: '离线资料', access: 'session' },
  { to: '/mine', label: '我的', access: 'session' },
  { to: '/deviceTest', label: '接入自检', access: 'session' },
]
