export const AUDIT_KINDS = ['change', 'read', 'signIn'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]
