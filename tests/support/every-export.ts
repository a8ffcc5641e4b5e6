import { asc, eq, isNotNull } from 'drizzle-orm'
import { alarmStatistics } from '#contract/alarm-statistics.ts'
import { approval } from '#contract/approval.ts'
import { auditLog } from '#contract/audit-log.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { building as buildings } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { delivery } from '#contract/delivery.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { dutyCheck } from '#contract/duty-check.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { provider } from '#contract/provider.ts'
import { registerImport } from '#contract/register-import.ts'
import { recordExport } from '#contract/record-export.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { upload } from '#contract/upload.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { provider as providerTable } from '#server/schema/provider.table.ts'
import type { TestApi } from './api-context.ts'
import { jpeg } from './hostile-uploads.ts'
import { own } from './every-change.ts'

export interface ExportTurn {
  readonly call: Endpoint
  readonly as: string
  readonly input: object
}

async function uploadOf(t: TestApi, account: string): Promise<string> {
  const body = new FormData()
  body.append('file', new File([jpeg()], 'a.jpg', { type: 'image/jpeg' }))
  const headers = { 'x-auth-token': await t.signIn(account) }
  const stored = await t.api.request(upload.store.path, { method: 'POST', headers, body })
  return ((await stored.json()) as { data: string }).data
}

export async function exportTurns(t: TestApi): Promise<ExportTurn[]> {
  const unit01 = await own(t, 'unit01')
  const [site] = await t.db
    .select({ id: building.id, openProjectId: building.openProjectId })
    .from(building)
    .innerJoin(buildingUnit, eq(buildingUnit.buildingId, building.id))
    .where(eq(buildingUnit.unitId, unit01.unitId!))
    .orderBy(asc(building.id))
  const [served] = await t.db.select({ id: building.id }).from(building).where(isNotNull(building.providerId)).limit(1)
  // A fully connected building.
  for (const id of [site!.id, served!.id])
    await t.db.update(building).set({ accessStatus: 1, mustPercent: 100 }).where(eq(building.id, id))
  const files = { licenseKey: 'provider/license.png', accessStatus: 2, mustPercent: 100 }
  await t.deps.files.put(files.licenseKey, jpeg())
  await t.db.update(providerTable).set(files).where(eq(providerTable.id, FIRST_PROVIDER_ID))
  const isvId = FIRST_PROVIDER_ID
  return [
    { call: unitManagement.export, as: 'zhidui', input: {} },
    { call: provider.export, as: 'zhidui', input: {} },
    { call: provider.paper, as: 'zhidui', input: { isvId, paper: 'license' } },
    { call: provider.testReport, as: 'zhidui', input: { isvId } },
    { call: provider.notice, as: 'zhidui', input: { isvId } },
    { call: buildings.notice, as: 'zhidui', input: { buildingId: site!.id } },
    { call: buildingDetail.report, as: 'unit01', input: { buildingId: site!.id } },
    { call: dutyCheck.export, as: 'zhidui', input: {} },
    { call: approval.export, as: 'zhidui', input: {} },
    { call: upload.open, as: 'unit01', input: { url: await uploadOf(t, 'unit01') } },
    { call: point.export, as: 'unit01', input: { openProjectId: site!.openProjectId } },
    { call: problem.facilityList, as: 'unit01', input: { exportStatus: 1 } },
    { call: problem.runList, as: 'unit01', input: { isExport: 1 } },
    { call: dashboard.fireAlarmList, as: 'unit01', input: { exportStatus: 1 } },
    { call: dashboard.hydrantList, as: 'unit01', input: { exportStatus: 1, type: 2 } },
    { call: dashboard.sprinklerList, as: 'unit01', input: { exportStatus: 1, type: 2 } },
    { call: dashboard.points, as: 'zhidui', input: { exportStatus: 1, connectStatus: 0 } },
    { call: recordExport.list, as: 'unit01', input: { apiType: 1, apiId: 1, relationId: site!.id } },
    { call: recordExport.series, as: 'unit01', input: { buildingId: site!.id, apiId: 17 } },
    { call: alarmStatistics.export, as: 'unit01', input: {} },
    { call: alarmStatistics.rankingExport, as: 'zhidui', input: { by: 'device' } },
    { call: delivery.export, as: 'unit01', input: {} },
    { call: registerImport.template, as: 'zhidui', input: { kind: 'units' } },
    { call: auditLog.export, as: 'zhidui', input: {} },
  ]
}
