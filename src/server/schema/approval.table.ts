import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { building, type RegisterChanges } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'
import { unit } from './unit.table.ts'

export const approval = pgTable(
  'approval',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    unitId: refColumn('unit_id')
      .notNull()
      .references(() => unit.id, { onDelete: 'cascade' }),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    /**
     * `building`: added by a unit; `registered`: a unit's claim to a registered building; `change`: new data of a
     * registered building; `access`: a declaration (the documents' approveType 1).
     */
    kind: text('kind', { enum: ['building', 'registered', 'change', 'access'] }).notNull(),
    /** Proposed column values, written on approval. */
    changes: jsonb('changes').$type<RegisterChanges>(),
    /** Their former values at the time of the decision. */
    replaced: jsonb('replaced').$type<RegisterChanges>(),
    /** Declared types: paths of codes from the reason to the item type. */
    types: jsonb('types').$type<string[][]>().notNull().default([]),
    reason: text('reason').notNull(),
    /** 0 pending, 1 passed, 2 refused. */
    status: integer('status').notNull().default(0),
    appliedAt: instant('applied_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: refColumn('decided_by').references(() => account.id, { onDelete: 'set null' }),
    refuseReason: text('refuse_reason'),
    /** The unit left the building or its provider before a decision. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('approval_pending_key')
      .on(t.buildingId)
      .where(sql`${t.status} = 0 and ${t.withdrawnAt} is null`),
    index('approval_building_idx').on(t.buildingId, t.id.desc().nullsFirst()),
    index('approval_review_idx')
      .on(t.status, t.appliedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.withdrawnAt} is null`),
    index('approval_decided_idx')
      .on(t.appliedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.status} > 0 and ${t.withdrawnAt} is null`),
    index('approval_unit_idx').on(t.unitId),
  ],
)
