import * as v from 'valibot'
import { idInput, line, text } from './fields.ts'
import { readPosition, UNIT_PHONE } from './unit.rules.ts'

export const need = (max: number, missing: string) => v.pipe(line(max), v.nonEmpty(missing))
const phone = v.pipe(v.string(), v.trim(), v.nonEmpty('请输入手机号'), v.regex(UNIT_PHONE, '请输入正确的手机号!'))

/** Source: document 1, section 3. */
export const OWN_CATEGORIES = ['1', '2'] as const

export const creditCode = v.pipe(
  text(64),
  v.nonEmpty('请输入统一社会信用代码'),
  v.regex(/^[0-9A-Za-z]{18}$/, '请输入正确的统一社会信用代码'),
)

const isDay = (wire: string) => {
  const at = new Date(`${wire.slice(0, 10)}T${wire.slice(11)}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19).replace('T', ' ') === wire
}

export const buildTime = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('请选择成立日期'),
  v.regex(/^(1[89]|20)\d{2}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式应为 yyyy-MM-dd HH:mm:ss'),
  v.check(isDay, '请选择正确的成立日期'),
)

const positionCode = v.pipe(
  v.string(),
  v.maxLength(200, '请选择所在区域'),
  v.check((json) => (readPosition(json)?.length ?? 0) >= 3, '请选择所在区域'),
)

/** All required. Source: document 1, section 5, Unit information form. */
export const unitForm = v.object({
  useName: need(100, '请输入单位常用名'),
  dwLicense: creditCode,
  /** Area codes, province to street, as a JSON array in text form. */
  positionCode,
  buildTime,
  address: need(200, '请输入单位地址'),
  formattedAddress: need(200, '请拖动地图选择实际地址'),
  addressDetail: need(200, '请输入注册地址'),
  type: v.pipe(text(2), v.nonEmpty('请选择监管类别'), v.regex(/^[12349]$/, '请选择监管类别')),
  legalName: need(50, '请输入法定代表人'),
  legalPhone: phone,
  sysOrganId: v.pipe(text(15), v.nonEmpty('请选择消防管辖机构'), v.regex(/^[1-9]\d*$/, '请选择消防管辖机构')),
  contactsName: need(50, '请输入联系人'),
  contactsPhone: phone,
  safeDutyName: need(50, '请输入消防安全责任人'),
  safeDutyPhone: phone,
  safeManagerName: need(50, '请输入消防安全管理人'),
  safeManagerPhone: phone,
})

/** Degrees as a number or its text; missing if the map was not used. */
export const degrees = (bound: number) =>
  v.optional(
    v.pipe(
      v.union([
        v.number(),
        v.pipe(
          v.string(),
          v.maxLength(24, '请在地图上重新选择位置'),
          v.regex(/^-?\d{1,3}(\.\d+)?$/, '请在地图上重新选择位置'),
        ),
      ]),
      v.transform(Number),
      v.check((value) => Math.abs(value) <= bound, '请在地图上重新选择位置'),
    ),
  )

export const optionalText = v.pipe(
  v.union([v.string(), v.number()], '此项不能为空'),
  v.transform((value) => String(value)),
)

export const savedUnit = v.object({
  ...unitForm.entries,
  type: v.pipe(optionalText, unitForm.entries.type),
  sysOrganId: v.pipe(optionalText, unitForm.entries.sysOrganId),
  /** If missing, a new unit is added, which units may not do themselves. */
  id: v.optional(idInput),
  tel: v.optional(v.nullable(text(30))),
  /** Degrees in WGS-84; `gisXGd` and `gisYGd` in GCJ-02 if only those are known. */
  gisX: degrees(180),
  gisY: degrees(180),
  gisXGd: degrees(180),
  gisYGd: degrees(180),
  /** Version that the change is based on, to detect a concurrent change. */
  modifyTime: v.optional(v.pipe(v.string(), v.maxLength(30, '页面内容已过期，请刷新后重试'))),
})

export type UnitForm = v.InferInput<typeof unitForm>
export type SavedUnit = v.InferOutput<typeof savedUnit>
