import { expect } from 'vitest'
import { type AuditRow, auditLog } from '#contract/audit-log.ts'
import type { TestApi } from './api-context.ts'

export const readAudit = async (t: TestApi, token: string, input: object = {}) => {
  const { body } = await t.call(auditLog.list, { pageSize: 100, ...input } as never, token)
  expect(body).toMatchObject({ code: 200 })
  return body.data as unknown as { list: AuditRow[]; next: string | null }
}
