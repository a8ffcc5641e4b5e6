import { upload } from '#contract/upload.ts'
import { notThere } from '../app-error.ts'
import { visibleTo } from '../building/building.scope.ts'
import { issueStored } from '../document/issue-download.ts'
import { implement } from '../implement.ts'
import { storeUpload } from './store-upload.ts'
import { findUpload } from './upload.store.ts'

export const uploadApi = implement(upload, {
  store: storeUpload,

  async open({ url }, ctx) {
    const row = await findUpload(ctx.db, ctx.session, visibleTo(ctx.db, ctx.session), url)
    if (!row) throw notThere()
    return issueStored(ctx, { ...row, audit: () => ({ approveId: row.approvalId }) })
  },
})
