import type { UnitDetail } from '#contract/unit.ts'

export const informationOf = (told: UnitDetail) => ({
  id: told.id,
  useName: told.useName ?? '常用名',
  dwLicense: told.dwLicense ?? '91310106MA1FY0000X',
  positionCode: told.positionCode,
  buildTime: told.buildTime ?? '2015-06-01 00:00:00',
  address: told.address ?? '静安区某路1号',
  formattedAddress: told.formattedAddress ?? '上海市静安区某路1号',
  addressDetail: told.addressDetail ?? '静安区某路1号2层',
  type: '1',
  legalName: told.legalName ?? '王一',
  legalPhone: told.legalPhone ?? '13800000001',
  sysOrganId: told.sysOrganId ?? '42',
  contactsName: told.contactsName ?? '王二',
  contactsPhone: told.contactsPhone ?? '13800000002',
  safeDutyName: told.safeDutyName ?? '王三',
  safeDutyPhone: told.safeDutyPhone ?? '13800000003',
  safeManagerName: told.safeManagerName ?? '王四',
  safeManagerPhone: told.safeManagerPhone ?? '13800000004',
  gisX: 121.45,
  gisY: 31.25,
})
