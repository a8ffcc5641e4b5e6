import * as v from 'valibot'
import { id, maybeText } from './fields.ts'

const registerChange = v.object({
  /** Field of the form; `place` for the coordinates. */
  field: v.string(),
  label: v.string(),
  before: maybeText,
  after: maybeText,
})

/** Other servers omit it. */
export const registerChanges = v.optional(v.array(registerChange), [])

/** The newest, for the building's unit and the authority. */
export const buildingApplication = v.object({
  approveId: id,
  /** `building` an addition, `registered` a claim, `change` new data, `access` a declaration. */
  kind: v.optional(v.string(), ''),
  /** Label of the kind. */
  applyType: v.string(),
  applyTime: v.string(),
  /** 0 pending, 1 approved, 2 refused. */
  approveStatus: v.number(),
  approveTime: v.optional(maybeText, null),
  approver: v.optional(maybeText, null),
  refuseReason: v.optional(maybeText, null),
  changes: registerChanges,
  /** True if the caller's unit made it and it is pending. */
  canWithdraw: v.optional(v.boolean(), false),
})

export type RegisterChange = v.InferOutput<typeof registerChange>
export type BuildingApplication = v.InferOutput<typeof buildingApplication>
