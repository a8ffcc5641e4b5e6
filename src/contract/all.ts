import { account } from './account.ts'
import { ackLink } from './ack-link.ts'
import { alarm } from './alarm.ts'
import { alarmStatistics } from './alarm-statistics.ts'
import { approval } from './approval.ts'
import { auditLog } from './audit-log.ts'
import { auth } from './auth.ts'
import { authority } from './authority.ts'
import { callBatch } from './call-batch.ts'
import { buildingDetail } from './building-detail.ts'
import { buildingForm } from './building-form.ts'
import { building } from './building.ts'
import { checkin } from './checkin.ts'
import { checkLink } from './check-link.ts'
import { content } from './content.ts'
import { curve } from './curve.ts'
import { dashboard } from './dashboard.ts'
import { delivery } from './delivery.ts'
import { deviceBind } from './device-bind.ts'
import { dictionary } from './dictionary.ts'
import { document } from './document.ts'
import { dutyCheck } from './duty-check.ts'
import { dutyContact } from './duty-contact.ts'
import type { Endpoint } from './endpoint.ts'
import { bundle } from './bundle.ts'
import { fault } from './fault.ts'
import { visit } from './visit.ts'
import { floorPlan } from './floor-plan.ts'
import { point } from './point.ts'
import { ingest } from './ingest.ts'
import { live } from './live.ts'
import { loginPhone } from './login-phone.ts'
import { message } from './message.ts'
import { nearby } from './nearby.ts'
import { organ } from './organ.ts'
import { place } from './place.ts'
import { portal } from './portal.ts'
import { problem } from './problem.ts'
import { provider } from './provider.ts'
import { providerApplication } from './provider-application.ts'
import { providerConsole } from './provider-console.ts'
import { publishing } from './publishing.ts'
import { push } from './push.ts'
import { recordExport } from './record-export.ts'
import { record } from './record.ts'
import { registerImport } from './register-import.ts'
import { score } from './score.ts'
import { globalSearch } from './search.ts'
import { setup } from './setup.ts'
import { shelf } from './shelf.ts'
import { shiftLog } from './shift-log.ts'
import { upload } from './upload.ts'
import { tenancy } from './tenancy.ts'
import { unitCondition } from './unit-condition.ts'
import { unitManagement } from './unit-management.ts'
import { unit } from './unit.ts'
import { webhook } from './webhook.ts'

/** For the server's routes and the house tests. The client imports single groups to keep its bundles small. */
export const contract = {
  account,
  ackLink,
  alarm,
  alarmStatistics,
  approval,
  auditLog,
  auth,
  authority,
  batch: callBatch,
  building,
  buildingDetail,
  checkin,
  buildingForm,
  checkLink,
  content,
  curve,
  dashboard,
  delivery,
  deviceBind,
  dictionary,
  document,
  dutyCheck,
  dutyContact,
  fault,
  visit,
  floorPlan,
  pack: bundle,
  point,
  ingest,
  live,
  loginPhone,
  message,
  nearby,
  organ,
  place,
  portal,
  problem,
  provider,
  providerApplication,
  providerConsole,
  publishing,
  push,
  record,
  recordExport,
  registerImport,
  score,
  search: globalSearch,
  setup,
  shelf,
  shiftLog,
  upload,
  tenancy,
  unit,
  unitCondition,
  unitManagement,
  webhook,
} as const

export function endpoints(): Endpoint[] {
  return Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
}
