import { account } from './account.ts'
import { alarm } from './alarm.ts'
import { approval } from './approval.ts'
import { auditLog } from './audit-log.ts'
import { auth } from './auth.ts'
import { authority } from './authority.ts'
import { buildingDetail } from './building-detail.ts'
import { buildingForm } from './building-form.ts'
import { building } from './building.ts'
import { checkin } from './checkin.ts'
import { content } from './content.ts'
import { dashboard } from './dashboard.ts'
import { dictionary } from './dictionary.ts'
import { document } from './document.ts'
import type { Endpoint } from './endpoint.ts'
import { pack } from './pack.ts'
import { point } from './point.ts'
import { ingest } from './ingest.ts'
import { loginPhone } from './login-phone.ts'
import { message } from './message.ts'
import { place } from './place.ts'
import { portal } from './portal.ts'
import { problem } from './problem.ts'
import { provider } from './provider.ts'
import { publishing } from './publishing.ts'
import { push } from './push.ts'
import { recordExport } from './record-export.ts'
import { record } from './record.ts'
import { score } from './score.ts'
import { upload } from './upload.ts'
import { tenancy } from './tenancy.ts'
import { unitManagement } from './unit-management.ts'
import { unit } from './unit.ts'

/** Every group of the contract: what the server mounts and the house tests walk. The client imports groups one by one. */
export const contract = {
  account,
  alarm,
  approval,
  auditLog,
  auth,
  authority,
  building,
  buildingDetail,
  checkin,
  buildingForm,
  content,
  dashboard,
  dictionary,
  document,
  pack,
  point,
  ingest,
  loginPhone,
  message,
  place,
  portal,
  problem,
  provider,
  publishing,
  push,
  record,
  recordExport,
  score,
  upload,
  tenancy,
  unit,
  unitManagement,
} as const

/** Every declared call, in group order. */
export function endpoints(): Endpoint[] {
  return Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
}
