import { PAPER_PATH, type Paper, type ProviderRow } from '#contract/provider.ts'
import { toWireTime } from '#contract/time.ts'
import type { Provider } from './provider-review.store.ts'

export const providerState = ({ status, accessStatus, mustPercent, suspendedAt }: Provider) => ({
  status,
  accessStatus,
  mustNumPre: mustPercent,
  suspendTime: suspendedAt && toWireTime(suspendedAt),
})

/** The file's key stays private. */
const paperUrl = (key: string | null, id: number, paper: Paper) =>
  key === null ? null : `${PAPER_PATH}?isvId=${id}&paper=${paper}`

export function presentProvider(row: Provider): ProviderRow {
  return {
    ...providerState(row),
    id: String(row.id),
    name: row.name,
    creditCode: row.creditCode,
    linkMan: row.linkMan,
    companyAddress: row.companyAddress,
    legalName: row.legalName,
    legalPhone: row.legalPhone,
    linkManPhone: row.linkManPhone,
    createTime: toWireTime(row.createdAt),
    licenseUrl: paperUrl(row.licenseKey, row.id, 'license'),
    bookUrl: paperUrl(row.bookKey, row.id, 'book'),
    reason: row.status === 3 ? row.reason : null,
    suspendReason: row.suspendReason,
  }
}
