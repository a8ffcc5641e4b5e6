import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { provider } from '#contract/provider.ts'
import { implement } from '../platform/implement.ts'
import { addProvider } from './add-provider.ts'
import { auditProvider } from './audit-provider.ts'
import { dockingNotice, testReport } from './docking-documents.ts'
import { exportProviders } from './export-providers.ts'
import { openPaper } from './open-paper.ts'
import { presentProvider } from './present-provider.ts'
import { providerArea } from './provider-area.ts'
import { listProviderNames } from './provider.store.ts'
import { provider as table } from '../schema/provider.table.ts'
import { renewKeys } from './renew-keys.ts'
import { countProviders, listProviders } from './provider-review.store.ts'
import { resumeProvider, suspendProvider } from './suspend-provider.ts'

export const providerApi = implement(provider, {
  names: (_, { db }) => listProviderNames(db),

  async list(input, { db }) {
    const { rows, total } = await listProviders(db, { ...input, ...providerArea(input) }, input)
    return { list: rows.map(presentProvider), total }
  },

  async reviewCounts(area, { db }) {
    const counts = await countProviders(db, table.status, providerArea(area))
    return providerReview.codes.map((code) => ({ status: Number(code), num: counts.get(Number(code)) ?? 0 }))
  },

  async dockingCounts(_, { db }) {
    const counts = await countProviders(db, table.accessStatus, {})
    return providerDocking.codes.map((code) => ({ accessStatus: Number(code), num: counts.get(Number(code)) ?? 0 }))
  },

  audit: auditProvider,
  add: addProvider,
  suspend: suspendProvider,
  resume: resumeProvider,
  renewKeys,
  export: (input, ctx) => exportProviders({ ...input, ...providerArea(input) }, ctx),
  testReport,
  notice: dockingNotice,
  paper: openPaper,
})
