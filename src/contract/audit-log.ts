import * as v from 'valibot'
import { AUDIT_KINDS } from './audit-kinds.ts'
import { group, type OutputOf } from './endpoint.ts'
import { id, maybeText, search, text, timeFilter, whole, WRONG_INPUT } from './fields.ts'

export const AUDIT_PAGE_SIZE = 20

/** Kinds of changed objects, as in URLs; `key` is the identifying field in a row's facts. */
export const AUDIT_OBJECTS = {
  building: { key: 'buildingId', label: '建筑' },
  unit: { key: 'unitId', label: '单位' },
  account: { key: 'accountId', label: '账号' },
  provider: { key: 'providerId', label: '服务商' },
  point: { key: 'pointId', label: '点位' },
  application: { key: 'approveId', label: '申请' },
  problem: { key: 'problemId', label: '问题' },
  alarm: { key: 'alarmId', label: '火警' },
  publication: { key: 'publicationId', label: '发布内容' },
  organ: { key: 'organId', label: '消防救援机构' },
} as const
export type AuditObject = keyof typeof AUDIT_OBJECTS

const change = v.object({ field: v.string(), before: maybeText, after: maybeText })

const row = v.object({
  id,
  time: v.string(),
  /** Call id; labelled by `auditAction`. */
  action: v.string(),
  /** Null for public calls and providers' programs. */
  account: maybeText,
  name: maybeText,
  /** For changes at the server's console. */
  operator: v.optional(maybeText, null),
  address: maybeText,
  requestId: maybeText,
  objects: v.array(
    v.object({
      kind: v.string(),
      /** As in the filter: `building:12`. */
      object: v.string(),
      name: v.string(),
    }),
  ),
  changes: v.array(change),
})

const filter = {
  startTime: timeFilter,
  endTime: timeFilter,
  /** Part of an account name or a person's name. */
  account: search,
  action: v.optional(v.pipe(text(64), v.regex(/^([a-zA-Z]+\.[a-zA-Z]+)?$/, '操作不存在')), ''),
  kind: v.optional(v.picklist([...AUDIT_KINDS, 'all']), 'all'),
  /** `building:12`, or part of a building, unit or provider name. */
  object: search,
}

export const auditLog = group('auditLog', {
  list: {
    method: 'GET',
    path: '/field/v1/audit/list',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({
      ...filter,
      /** `next` of the previous page; empty: the newest rows. */
      cursor: v.optional(v.pipe(text(40), v.regex(/^(\d{1,15}_\d{1,15})?$/, WRONG_INPUT)), ''),
      pageSize: v.optional(whole(1, 100, '每页最多 100 条'), AUDIT_PAGE_SIZE),
    }),
    output: v.object({ list: v.array(row), next: maybeText }),
    summary:
      '操作审计，新的在前：何人何时从何处做了什么，改动前后各是什么。`kind` 限定改动（change）、查看信息（read）或登录（signIn），省略为全部。区级机构只能看到本区账号的操作。',
  },
  export: {
    method: 'GET',
    path: '/field/v1/audit/export',
    encoding: 'query',
    access: 'gov',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    input: v.object(filter),
    output: v.string(),
    errors: [429],
    summary: '符合筛选条件的审计记录，xlsx 文件：`data` 为下载地址，可用一次。',
  },
})

export type AuditRow = OutputOf<typeof auditLog.list>['list'][number]
