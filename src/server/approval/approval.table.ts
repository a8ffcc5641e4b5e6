import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from '../account/account.table.ts'
import { building, type RegisterChanges } from '../building/building.table.ts'
import { idColumn, instant, refColumn } from '../db/columns.ts'
import { unit } from '../unit/unit.table.ts'

/** Something about a building that a unit asks the authority to approve: the building itself, or special circumstances of its connection. */
export const approval = pgTable(
  'approval',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** Who asks. */
    unitId: refColumn('unit_id')
      .notNull()
      .references(() => unit.id, { onDelete: 'cascade' }),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    /**
     * `building`: a building added by a unit; `registered`: a unit's claim to a building of the register; `change`: new
     * data for a building of the register; `access`: a declaration (the documents' approveType 1).
     */
    kind: text('kind', { enum: ['building', 'registered', 'change', 'access'] }).notNull(),
    /** Building columns that a claim or a change proposes; they are written when it is passed. */
    changes: jsonb('changes').$type<RegisterChanges>(),
    /** Values of the same columns at the time of the decision. */
    replaced: jsonb('replaced').$type<RegisterChanges>(),
    /** Declared types: each the codes from the reason to the item type. */
    types: jsonb('types').$type<string[][]>().notNull().default([]),
    reason: text('reason').notNull(),
    /** 0 pending, 1 passed, 2 refused. */
    status: integer('status').notNull().default(0),
    appliedAt: instant('applied_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: refColumn('decided_by').references(() => account.id, { onDelete: 'set null' }),
    refuseReason: text('refuse_reason'),
    /** The unit let go of the building or its provider before a decision: nothing is left to decide. */
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
