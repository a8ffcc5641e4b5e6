import * as v from 'valibot'
import { phone } from './auth.ts'
import { group, type OutputOf } from './endpoint.ts'
import { id, idFilter, idInput, line, maybeText, nothing, whole } from './fields.ts'
import { hour } from './hour.ts'

export const MOST_CONTACTS = 20
/** Devices per contact. */
export const MOST_DEVICES = 5

const device = v.object({
  id,
  name: v.string(),
  boundTime: v.string(),
  sentTime: maybeText,
  /** The push service no longer knows the device: it must be bound again. */
  isLost: v.boolean(),
})

const row = v.object({
  id,
  /** 1 is called first. */
  rank: v.number(),
  name: v.string(),
  phone: v.string(),
  /** Empty: all buildings. */
  buildings: v.array(v.object({ id, name: v.string() })),
  devices: v.array(device),
  /** `HH:mm` in Shanghai; equal: all day. */
  hoursFrom: v.string(),
  hoursTo: v.string(),
  /** When the person last used a link of a message. */
  verifiedTime: maybeText,
  testedTime: maybeText,
  /** Of the last test. */
  testState: v.optional(v.nullable(v.picklist(['sending', 'failed']))),
})

export const dutyContact = group('dutyContact', {
  list: {
    method: 'GET',
    path: '/field/v1/duty-contact',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({}),
    output: v.object({ list: v.array(row) }),
    summary: '本单位（或本消防救援机构）的值班联系人，按通知次序。',
  },
  save: {
    method: 'POST',
    path: '/field/v1/duty-contact',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({
      /** Omitted: a new contact. */
      id: idFilter,
      rank: whole(1, 99, '次序应在 1 至 99 之间'),
      name: v.pipe(line(20, '最多 20 个字'), v.trim(), v.nonEmpty('请输入姓名')),
      phone,
      /** Empty: all buildings. */
      buildingIds: v.optional(v.pipe(v.array(idInput), v.maxLength(100, '最多选择 100 栋建筑')), () => []),
      hoursFrom: v.optional(hour, '00:00'),
      hoursTo: v.optional(hour, '00:00'),
    }),
    output: v.object({ id }),
    errors: [404, 409],
    success: '保存成功',
    summary:
      '新增或修改值班联系人：rank 越小越先通知；hoursFrom 与 hoursTo 相同为全天；buildingIds 为空是全部建筑；更换手机号即解除已绑定的手机。',
  },
  remove: {
    method: 'POST',
    path: '/field/v1/duty-contact/remove',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404, 409],
    success: '删除成功',
    summary: '删除值班联系人；至少保留一人。',
  },
  test: {
    method: 'POST',
    path: '/field/v1/duty-contact/test',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404, 429],
    success: '测试短信已提交',
    summary: '向值班联系人发送测试短信，并向其绑定的手机推送测试通知；结果见通知记录。',
  },
  bindLink: {
    method: 'POST',
    path: '/field/v1/duty-contact/bind-link',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({ id: idInput }),
    /** `url` is empty if the server does not know its own; then it is `/b/` and the token. */
    output: v.object({ token: v.string(), url: v.string(), expireTime: v.string() }),
    errors: [404, 409],
    summary: '取得绑定手机的链接：由值班联系人在其手机上打开，24 小时内有效，用一次；新链接使旧的失效。',
  },
  unbind: {
    method: 'POST',
    path: '/field/v1/duty-contact/unbind',
    encoding: 'json',
    access: 'duty',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404],
    success: '已解除绑定',
    summary: '解除一台手机的绑定；id 为 devices 中的编号，已推送的通知不能再用于响应。',
  },
})

/** Lifetime of a link for binding a device, ms. */
export const BIND_LINK_MS = 24 * 3_600_000

export type DutyContact = OutputOf<typeof dutyContact.list>['list'][number]
