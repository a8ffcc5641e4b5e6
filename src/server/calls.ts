import { accountApi } from './account/account.api.ts'
import { loginPhoneApi } from './account/login-phone.api.ts'
import { alarmApi } from './alarm/alarm.api.ts'
import { approvalApi } from './approval/approval.api.ts'
import { auditLogApi } from './audit-log/audit-log.api.ts'
import { authApi } from './auth/auth.api.ts'
import { authorityApi } from './authority/authority.api.ts'
import { buildingDetailApi } from './building/building-detail.api.ts'
import { buildingFormApi } from './building/building-form.api.ts'
import { buildingApi } from './building/building.api.ts'
import { checkinApi } from './checkin/checkin.api.ts'
import { contentApi } from './content/content.api.ts'
import { dashboardApi } from './dashboard/dashboard.api.ts'
import { dictionaryApi } from './dictionary/dictionary.api.ts'
import { documentApi } from './document/document.api.ts'
import type { Mounted } from './implement.ts'
import { ingestApi } from './ingest/ingest.api.ts'
import { messageApi } from './message/message.api.ts'
import { packApi } from './pack/pack.api.ts'
import { pointApi } from './point/point.api.ts'
import { placeApi } from './place/place.api.ts'
import { portalApi } from './portal/portal.api.ts'
import { problemApi } from './problem/problem.api.ts'
import { providerApi } from './provider/provider.api.ts'
import { publishingApi } from './publishing/publishing.api.ts'
import { pushApi } from './push/push.api.ts'
import { recordExportApi } from './record/record-export.api.ts'
import { recordApi } from './record/record.api.ts'
import { scoreApi } from './score/score.api.ts'
import { uploadApi } from './upload/upload.api.ts'
import { tenancyApi } from './tenancy/tenancy.api.ts'
import { unitManagementApi } from './unit/unit-management.api.ts'
import { unitApi } from './unit/unit.api.ts'

/** Every call of the contract, with the code that answers it. */
export const calls: readonly Mounted[] = [
  ...accountApi,
  ...alarmApi,
  ...approvalApi,
  ...auditLogApi,
  ...authApi,
  ...authorityApi,
  ...buildingApi,
  ...buildingDetailApi,
  ...checkinApi,
  ...buildingFormApi,
  ...contentApi,
  ...dashboardApi,
  ...dictionaryApi,
  ...documentApi,
  ...packApi,
  ...pointApi,
  ...ingestApi,
  ...loginPhoneApi,
  ...messageApi,
  ...placeApi,
  ...portalApi,
  ...problemApi,
  ...providerApi,
  ...publishingApi,
  ...pushApi,
  ...recordApi,
  ...recordExportApi,
  ...scoreApi,
  ...uploadApi,
  ...tenancyApi,
  ...unitApi,
  ...unitManagementApi,
]
