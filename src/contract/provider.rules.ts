export interface ProviderState {
  /** 0 not certified, 1 passed, 2 pending review, 3 rejected. */
  readonly status: number | null
  /** 0 not docked, 1 docked, 2 docking. */
  readonly accessStatus: number | null
  readonly mustNumPre: number
  /** Other servers omit it. */
  readonly suspendTime?: string | null | undefined
}

/** The client shows them, the server enforces them. Source: document 2, section 4 and Service-provider review list. */
export const PROVIDER_RULES = {
  audit: { when: (s: ProviderState) => s.status === 2, otherwise: '该服务商不在待审核状态' },
  reason: { when: (s: ProviderState) => s.status === 3, otherwise: '该服务商没有被驳回' },
  testReport: {
    when: (s: ProviderState) => (s.accessStatus ?? 0) !== 0,
    otherwise: '该服务商尚未开始对接，没有测试报告',
  },
  suspend: {
    when: (s: ProviderState) => s.status === 1 && !s.suspendTime,
    otherwise: '只有已通过审核、未暂停的服务商可以暂停',
  },
  resume: { when: (s: ProviderState) => Boolean(s.suspendTime), otherwise: '该服务商没有被暂停' },
  keys: { when: (s: ProviderState) => s.status === 1, otherwise: '该服务商尚未通过审核，没有密钥' },
  notice: {
    when: (s: ProviderState) => s.status === 1 && !s.suspendTime && s.mustNumPre === 100,
    otherwise: '已通过审核、未暂停且必接项全部对接的服务商，才能出具对接告知书',
  },
} as const

/** Ours; the documents name only 'Other', which needs a text. */
export const REJECT_REASONS = [
  '营业执照不清晰或已过有效期',
  '营业执照经营范围不含相关业务',
  '承诺书未盖章或内容不完整',
  '企业名称、地址与营业执照不一致',
  '法定代表人或联系人信息不符',
] as const

/**
 * Numbers the reasons and joins them with `；`, ending in `。`.
 * Source: document 2, section 4.
 */
export function joinReasons(reasons: readonly string[]): string {
  const said = reasons.map((reason) => reason.trim().replace(/[；;。.，,\s]+$/u, '')).filter(Boolean)
  return said.length === 0 ? '' : `${said.map((reason, at) => `${at + 1}.${reason}`).join('；')}。`
}
