import type { Locator } from '@playwright/test'

/** Information of a new unit, by the labels of the form. */
export const NEW_UNIT_FIELDS = [
  ['单位常用名', '新开户'],
  ['统一社会信用代码', '91310101MA1FPX1234'],
  ['成立日期', '2020-05-01'],
  ['单位地址', '上海市静安区南京西路1号'],
  ['注册地址', '上海市静安区南京西路1号'],
  ['法定代表人', '张伟'],
  ['法定代表人电话', '13800000001'],
  ['联系人', '李娜'],
  ['联系人电话', '13800000002'],
  ['消防安全责任人', '王强'],
  ['消防安全责任人电话', '13800000003'],
  ['消防安全管理人', '赵敏'],
  ['消防安全管理人电话', '13800000004'],
] as const

export async function fillInformation(information: Locator): Promise<void> {
  for (const [label, value] of NEW_UNIT_FIELDS)
    await information.getByLabel(new RegExp(`^${label}( ?\\*)?$`)).fill(value)
  await information.getByLabel(/^监管类别/).selectOption('重点单位')
  await information.getByLabel(/^消防管辖机构/).selectOption({ index: 1 })
  const address = information.getByLabel(/^地图地址/)
  if ((await address.inputValue()) === '') {
    await address.fill('静安区南京西路1号')
    await address.blur()
  }
  await information.getByRole('button', { name: '确定' }).click()
}
