import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { approval, MOST_EARLIER } from '#contract/approval.ts'
import { shanghaiDay, toWireTime } from '#contract/time.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { notThere } from '../platform/app-error.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { findBuilding } from '../registry/find-building.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { composePdf } from '../platform/files/compose-pdf.ts'
import { limitExports } from '../platform/limit-exports.ts'
import { implement } from '../platform/implement.ts'
import { findOwnUnit } from '../registry/unit.store.ts'
import { attachmentsOf } from '../registry/upload.store.ts'
import { provider } from '../schema/provider.table.ts'
import { countProviders } from '../registry/provider-review.store.ts'
import { presentApplication, presentEarlierApplication } from '../registry/present-application.ts'
import { declarationsOf } from '../registry/approval.store.ts'
import { countMissingSteps } from './setup.store.ts'
import { decideApplication } from './decide-application.ts'
import { declarationTemplate } from '../registry/declaration-template.ts'
import { DECLARATION_TYPES, itemsOf, namesItem } from '../registry/declaration-types.ts'
import { exportApplications } from '../registry/export-applications.ts'
import { earlierApplications, findApplication, listApplications, listWaiting } from '../registry/application.store.ts'
import { submitDeclaration } from '../registry/submit-declaration.ts'
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
    await limitExports(ctx)
    const building = buildingId === undefined ? null : await findBuilding(ctx.db, ctx.session, buildingId)
    const unit = await findOwnUnit(ctx.db, ctx.session)
    const file = await composePdf(
      declarationTemplate({
        buildingName: building?.name ?? '',
        address: building?.address ?? building?.addressDetail ?? '',
        unitName: unit?.name ?? '',
        source: ctx.deps.settings.site.issuer,
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
    const { rows, total } = await listApplications(db, buildingScope(db, session), input, input)
    const files = await attachmentsOf(
      db,
      rows.map(({ id }) => id),
    )
    return { list: rows.map((row) => presentApplication(row, files.get(row.id) ?? [])), total }
  },

  async inbox(input, { db, session }) {
    const isDecided = input.approveStatus.length > 0 && !input.approveStatus.includes(0)
    const read = isDecided ? listApplications : listWaiting
    const { rows, total } = await read(db, buildingScope(db, session), input, input)
    const files = await attachmentsOf(
      db,
      rows.map(({ id }) => id),
    )
    return { list: rows.map((row) => presentApplication(row, files.get(row.id) ?? [])), total }
  },

  async one({ approveId }, { db, session }) {
    const row = await findApplication(db, buildingScope(db, session), approveId)
    if (!row || row.withdrawnAt) throw notThere()
    const of = await findBuilding(db, session, row.buildingId)
    const files = await attachmentsOf(db, [row.id])
    const [served] =
      of.providerId === null
        ? []
        : await db.select({ name: provider.name }).from(provider).where(eq(provider.id, of.providerId))
    return {
      ...presentApplication(row, files.get(row.id) ?? []),
      building: {
        address: [streetName(of.streetNo), of.addressDetail ?? of.address].filter(Boolean).join(''),
        district: districtName(of.county),
        buildingType: of.buildingType,
        upperLevel: of.upperLevel,
        underLevel: of.underLevel,
        height: of.height,
        area: of.area,
        score: of.latestScore,
        accessStatus: of.accessStatus,
        mustPercent: of.mustPercent,
        providerName: served?.name ?? null,
      },
      declared: itemsOf(row.types),
      earlier: (await earlierApplications(db, row, MOST_EARLIER)).map(presentEarlierApplication),
    }
  },

  export: (input, ctx) => exportApplications(ctx, buildingScope(ctx.db, ctx.session), input),

  async pending(_, { db, session }) {
    const { rows, total } = await listWaiting(db, buildingScope(db, session), PENDING, ONE)
    return {
      applications: total,
      ...(rows[0] && { oldest: toWireTime(rows[0].appliedAt) }),
      providers: (await countProviders(db, provider.status, {})).get(2) ?? 0,
      setup: await countMissingSteps(db),
    }
  },

  withdraw: withdrawApplication,

  agree: ({ approveId }, ctx) => decideApplication({ approveId, status: 1, refuseReason: null }, ctx),

  refuse: ({ approveId, refuseReason }, ctx) =>
    decideApplication({ approveId, status: 2, refuseReason: refuseReason || null }, ctx),
})
