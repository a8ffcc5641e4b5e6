import type { ParsedOf } from '#contract/endpoint.ts'
import type { providerApplication as contract } from '#contract/provider-application.ts'
import { shanghaiDay } from '#contract/time.ts'
import { UPLOAD_BYTES, UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { findAccountByPhone } from '../identity/account.store.ts'
import { PHONE_TAKEN } from '../identity/login-phone.ts'
import { takeSmsCode } from '../identity/sms-code.ts'
import { AppError } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import { networkOf } from '../platform/client-ip.ts'
import { isConnectionLoss } from '../platform/db/errors.ts'
import { inspectUpload } from '../platform/files/inspect-upload.ts'
import type { Context } from '../platform/implement.ts'
import { limitRate } from '../platform/too-often.ts'
import { CITY_NO, PROVINCE_NO } from '../reference/regions.ts'
import { recordApplication } from './building-change.store.ts'
import { newKey } from './building-key.ts'
import { type Clash, findClash, saveApplication } from './provider-application.store.ts'

const TRIES = { points: 20, windowSec: 3600, blockSec: 0 }
const FOLDER = 'papers/'

const REFUSALS: Readonly<Record<Clash, { readonly field: string; readonly said: string }>> = {
  creditCode: { field: 'creditCode', said: '该统一社会信用代码已注册为服务商，请直接登录' },
  waiting: { field: 'creditCode', said: '该统一社会信用代码的申请正在审核，请勿重复提交' },
  name: { field: 'name', said: '已有同名的服务商，请核对企业名称' },
}

function refuse(clash: Clash): AppError {
  const { field, said } = REFUSALS[clash]
  return new AppError(409, said, { [field]: said })
}

export function needOwnRegistration({ deps }: Pick<Context<unknown>, 'deps'>): void {
  if (deps.settings.site.providerUrl !== '') throw new AppError(403, '请到服务商平台注册')
}

async function inspectLicense(file: File) {
  const refused = (code: 400 | 413, said: string) => new AppError(code, said, { license: said })
  if (file.size === 0) throw refused(400, '请选择营业执照')
  if (file.size > UPLOAD_BYTES) throw refused(413, '文件超过 10 MB，请压缩后再上传')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await inspectUpload(bytes)
  if ('refusal' in found) throw refused(400, found.refusal)
  return { bytes, type: found.type, contentType: UPLOAD_TYPES[found.type] }
}

/** The code is used last: rejected input does not cost it. */
export async function applyProvider(
  { license, checkCode, phone, ...given }: ParsedOf<typeof contract.apply>,
  ctx: Context<unknown>,
): Promise<null> {
  needOwnRegistration(ctx)
  const { deps, now } = ctx
  await limitRate({ deps, now }, `apply:${networkOf(ctx.address)}`, TRIES, '提交')
  const { bytes, type, contentType } = await inspectLicense(license)
  const clash = await findClash(ctx.db, { ...given, linkManPhone: phone })
  if (clash) throw refuse(clash)
  const owner = await findAccountByPhone(ctx.db, phone)
  await takeSmsCode(ctx, { phone, code: checkCode, account: owner, way: 'sms' })
  if (owner) throw new AppError(409, PHONE_TAKEN, { phone: PHONE_TAKEN })
  const licenseKey = `${FOLDER}${deps.newToken()}.${type}`
  const row = {
    ...given,
    linkManPhone: phone,
    legalPhone: null,
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    county: null,
  }
  try {
    const formerKey = await ctx.write(async (tx) => {
      await deps.files.put(licenseKey, bytes, { contentType })
      const saved = await saveApplication(tx, {
        ...row,
        licenseKey,
        appKey: newKey(deps),
        secret: deps.secrets.seal(newKey(deps)),
        createdAt: now,
        day: shanghaiDay(now),
      })
      if (typeof saved === 'string') throw refuse(saved)
      await recordApplication(tx, {})
      return { value: saved.formerKey, audit: { providerId: saved.id, ...changesBetween<typeof row>({}, row) } }
    })
    if (formerKey) await deps.files.remove(formerKey)
  } catch (error) {
    if (!isConnectionLoss(error)) await deps.files.remove(licenseKey)
    throw error
  }
  return null
}
