import { upload } from '#contract/upload.ts'
import { notThere } from '../platform/app-error.ts'
import { buildingScope } from './building.scope.ts'
import { issueStored } from '../platform/issue-download.ts'
import { implement } from '../platform/implement.ts'
import { storeUpload } from './store-upload.ts'
import { findUpload } from './upload.store.ts'

export const uploadApi = implement(upload, {
  store: storeUpload,

  async open({ url }, ctx) {
    const row = await findUpload(ctx.db, ctx.session, buildingScope(ctx.db, ctx.session), url)
    if (!row) throw notThere()
    return issueStored(ctx, { ...row, audit: () => ({ approveId: row.approvalId }) })
  },
})
