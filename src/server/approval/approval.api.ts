import { Readable } from 'node:stream'
import { approval } from '#contract/approval.ts'
import { shanghaiDay } from '#contract/time.ts'
import { visibleTo } from '../building/building.scope.ts'
import { findBuilding } from '../building/find-building.ts'
import { issueDownload } from '../document/issue-download.ts'
import { composePdf } from '../document/pdf/compose-pdf.ts'
import { needTurn } from '../document/need-turn.ts'
import { implement } from '../implement.ts'
import { findOwnUnit } from '../unit/unit.store.ts'
import { attachmentsOf } from '../upload/upload.store.ts'
import { provider } from '../provider/provider.table.ts'
import { countProviders } from '../provider/review.store.ts'
import { presentApplication } from './present-application.ts'
import { declarationsOf } from './approval.store.ts'
import { decideApplication } from './decide-application.ts'
import { declarationTemplate } from './declaration-template.ts'
import { DECLARATION_TYPES, namesItem } from './declaration-types.ts'
import { exportApplications } from './export-applications.ts'
import { listApplications } from './review.store.ts'
import { submitDeclaration } from './submit-declaration.ts'
import { withdrawApplication } from './withdraw-application.ts'

const PENDING = { searchValue: '', approveStatus: [0] }
const ONE = { currentPage: 1, pageSize: 1 }

export const approvalApi = implement(approval, {
  types: async () => [...DECLARATION_TYPES],

  submit: submitDeclaration,

  async judge({ apiId, buildingId }, { db, session }) {
    const { id } = await findBuilding(db, session, buildingId)
    const newest = (await declarationsOf(db, id)).find(({ types }) => namesItem(types, apiId))
    return { approveAccess: newest !== undefined, approveState: newest?.status ?? null }
  },

  async template({ buildingId }, ctx) {
    await needTurn(ctx)
    const building = buildingId === undefined ? null : await findBuilding(ctx.db, ctx.session, buildingId)
    const unit = await findOwnUnit(ctx.db, ctx.session)
    const file = await composePdf(
      declarationTemplate({
        buildingName: building?.name ?? '',
        address: building?.address ?? building?.addressDetail ?? '',
        unitName: unit?.name ?? '',
        source: ctx.deps.settings.site.footer[0]?.text ?? '',
        date: ctx.now,
      }),
    )
    return issueDownload(ctx, {
      fileName: `特殊申报审批表-${shanghaiDay(ctx.now)}.pdf`,
      contentType: 'application/pdf',
      content: Readable.from([file], { objectMode: false }),
    })
  },

  async list(input, { db, session }) {
    const { rows, total } = await listApplications(db, visibleTo(db, session), input, input)
    const files = await attachmentsOf(
      db,
      rows.map(({ id }) => id),
    )
    return { list: rows.map((row) => presentApplication(row, files.get(row.id) ?? [])), total }
  },

  export: (input, ctx) => exportApplications(ctx, visibleTo(ctx.db, ctx.session), input),

  pending: async (_, { db, session }) => ({
    applications: (await listApplications(db, visibleTo(db, session), PENDING, ONE)).total,
    providers: (await countProviders(db, provider.status, {})).get(2) ?? 0,
  }),

  withdraw: withdrawApplication,

  agree: ({ approveId }, ctx) => decideApplication({ approveId, status: 1, refuseReason: null }, ctx),

  refuse: ({ approveId, refuseReason }, ctx) =>
    decideApplication({ approveId, status: 2, refuseReason: refuseReason || null }, ctx),
})
