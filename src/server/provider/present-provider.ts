import { PAPER_PATH, type Paper, type ProviderRow } from '#contract/provider.ts'
import { toWireTime } from '#contract/time.ts'
import type { Provider } from './review.store.ts'

/** What the rules of the list ask of a provider. */
export const stateOf = ({ status, accessStatus, mustPercent, suspendedAt }: Provider) => ({
  status,
  accessStatus,
  mustNumPre: mustPercent,
  suspendTime: suspendedAt && toWireTime(suspendedAt),
})

/** Where a paper is asked for; the file's own place is nobody's business. */
const paperUrl = (key: string | null, id: number, paper: Paper) =>
  key === null ? null : `${PAPER_PATH}?isvId=${id}&paper=${paper}`

/** A provider as the documents' list writes it. */
export function presentProvider(row: Provider): ProviderRow {
  return {
    ...stateOf(row),
    id: String(row.id),
    name: row.name,
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
