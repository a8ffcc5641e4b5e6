import { accountApi } from './registry/account.api.ts'
import { loginPhoneApi } from './registry/login-phone.api.ts'
import { alarmApi } from './evaluation/alarm.api.ts'
import { alarmStatisticsApi } from './evaluation/alarm-statistics.api.ts'
import { approvalApi } from './reporting/approval.api.ts'
import { auditLogApi } from './reporting/audit-log.api.ts'
import { authApi } from './registry/auth.api.ts'
import { authorityApi } from './reporting/authority.api.ts'
import { callBatchApi } from './call-batch.api.ts'
import { buildingDetailApi } from './reporting/building-detail.api.ts'
import { buildingFormApi } from './registry/building-form.api.ts'
import { buildingApi } from './reporting/building.api.ts'
import { checkinApi } from './reporting/checkin.api.ts'
import { ackLinkApi } from './content/ack-link.api.ts'
import { contentApi } from './content/content.api.ts'
import { curveApi } from './devices/curve.api.ts'
import { dashboardApi } from './reporting/dashboard.api.ts'
import { deliveryApi } from './content/delivery.api.ts'
import { shiftLogApi } from './content/shift-log.api.ts'
import { dictionaryApi } from './reference/dictionary.api.ts'
import { documentApi } from './content/document.api.ts'
import { deviceBindApi } from './content/device-bind.api.ts'
import { checkLinkApi } from './content/check-link.api.ts'
import { dutyCheckApi } from './content/duty-check.api.ts'
import { dutyContactApi } from './content/duty-contact.api.ts'
import { webhookApi } from './content/webhook.api.ts'
import type { Mounted } from './platform/implement.ts'
import { ingestApi } from './devices/ingest/ingest.api.ts'
import { liveApi } from './reporting/live.api.ts'
import { messageApi } from './content/message.api.ts'
import { nearbyApi } from './reporting/nearby.api.ts'
import { bundleApi } from './reporting/bundle.api.ts'
import { faultApi } from './operations/fault.api.ts'
import { visitApi } from './operations/visit.api.ts'
import { floorPlanApi } from './devices/floor-plan.api.ts'
import { pointApi } from './devices/point.api.ts'
import { organApi } from './registry/organ.api.ts'
import { placeApi } from './registry/place.api.ts'
import { portalApi } from './content/portal.api.ts'
import { problemApi } from './evaluation/problem.api.ts'
import { providerApi } from './registry/provider.api.ts'
import { providerApplicationApi } from './registry/provider-application.api.ts'
import { providerConsoleApi } from './devices/ingest/provider-console.api.ts'
import { publishingApi } from './content/publishing.api.ts'
import { pushApi } from './content/push.api.ts'
import { recordExportApi } from './devices/record-export.api.ts'
import { recordApi } from './devices/record.api.ts'
import { registerImportApi } from './registry/register-import.api.ts'
import { scoreApi } from './evaluation/score.api.ts'
import { searchApi } from './reporting/search.api.ts'
import { setupApi } from './reporting/setup.api.ts'
import { shelfApi } from './evaluation/shelf.api.ts'
import { uploadApi } from './registry/upload.api.ts'
import { tenancyApi } from './registry/tenancy.api.ts'
import { unitConditionApi } from './registry/unit-condition.api.ts'
import { unitManagementApi } from './registry/unit-management.api.ts'
import { unitApi } from './registry/unit.api.ts'

export const calls: readonly Mounted[] = [
  ...accountApi,
  ...ackLinkApi,
  ...alarmApi,
  ...alarmStatisticsApi,
  ...approvalApi,
  ...auditLogApi,
  ...authApi,
  ...authorityApi,
  ...callBatchApi,
  ...buildingApi,
  ...buildingDetailApi,
  ...checkinApi,
  ...buildingFormApi,
  ...contentApi,
  ...curveApi,
  ...dashboardApi,
  ...deliveryApi,
  ...shiftLogApi,
  ...dictionaryApi,
  ...documentApi,
  ...deviceBindApi,
  ...checkLinkApi,
  ...dutyCheckApi,
  ...dutyContactApi,
  ...webhookApi,
  ...bundleApi,
  ...faultApi,
  ...visitApi,
  ...floorPlanApi,
  ...pointApi,
  ...liveApi,
  ...ingestApi,
  ...loginPhoneApi,
  ...messageApi,
  ...nearbyApi,
  ...organApi,
  ...placeApi,
  ...portalApi,
  ...problemApi,
  ...providerApi,
  ...providerApplicationApi,
  ...providerConsoleApi,
  ...publishingApi,
  ...pushApi,
  ...recordApi,
  ...recordExportApi,
  ...registerImportApi,
  ...scoreApi,
  ...searchApi,
  ...setupApi,
  ...shelfApi,
  ...uploadApi,
  ...tenancyApi,
  ...unitApi,
  ...unitConditionApi,
  ...unitManagementApi,
]
