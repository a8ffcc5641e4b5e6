import * as v from 'valibot'
import { phone, phoneForm } from './auth.ts'
import { group, type OutputOf } from './endpoint.ts'
import { line, maybeText, nothing, text } from './fields.ts'
import { creditCode } from './unit-form.ts'
import { UPLOAD_BYTES } from './upload.rules.ts'

const named = (limit: number, missing: string) => v.pipe(line(limit, `最多 ${limit} 个字`), v.nonEmpty(missing))

export const applicationForm = v.object({
  name: named(100, '请填写企业名称'),
  creditCode: v.pipe(creditCode, v.toUpperCase()),
  companyAddress: named(200, '请填写企业地址'),
  legalName: named(32, '请填写法定代表人'),
  linkMan: named(32, '请填写联系人'),
  ...phoneForm.entries,
})

const change = { method: 'POST', access: 'public', effect: true } as const

export const providerApplication = group('providerApplication', {
  sendCode: {
    ...change,
    path: '/field/v1/provider/application/code',
    encoding: 'json',
    input: v.object({ phone, photographCode: v.optional(text(8)), photographToken: v.optional(text(128)) }),
    output: nothing,
    errors: [403],
    summary: '向申请人的手机发送短信验证码，每次须附图形验证码。',
  },
  apply: {
    ...change,
    path: '/field/v1/provider/application',
    encoding: 'multipart',
    timeoutMs: 120_000,
    maxBytes: UPLOAD_BYTES + 64 * 1024,
    input: v.object({ ...applicationForm.entries, license: v.file('请选择营业执照') }),
    output: nothing,
    errors: [403, 409, 413],
    success: '已提交，请等待审核',
    summary: '申请成为服务商，须附营业执照的照片或 PDF，手机凭短信验证码验证；被驳回的企业可以重新提交。',
  },
  state: {
    ...change,
    path: '/field/v1/provider/application/state',
    encoding: 'json',
    input: phoneForm,
    output: v.array(
      v.object({
        name: v.string(),
        creditCode: v.string(),
        status: v.number(),
        reason: maybeText,
        applyTime: v.string(),
        account: maybeText,
      }),
    ),
    errors: [403],
    summary: '凭手机和短信验证码查询以该手机提交的服务商申请，新的在前；通过的含登录账号。',
  },
})

export type ApplicationState = OutputOf<typeof providerApplication.state>[number]
