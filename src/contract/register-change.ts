import * as v from 'valibot'
import { id, maybeText } from './fields.ts'

/** One line of what an application would change about a building: the value of the register beside the proposed one. */
const registerChange = v.object({
  /** The form's field, `place` for the coordinates. */
  field: v.string(),
  label: v.string(),
  before: maybeText,
  after: maybeText,
})

/** Missing from another server's answer: nothing is known of changes. */
export const registerChanges = v.optional(v.array(registerChange), [])

/** The newest application about a building, for its unit and the authority. */
export const buildingApplication = v.object({
  approveId: id,
  /** `building` an addition, `registered` a claim, `change` new data, `access` a declaration. */
  kind: v.optional(v.string(), ''),
  /** The kind in words, as in the access review. */
  applyType: v.string(),
  applyTime: v.string(),
  /** 0 pending, 1 passed, 2 refused. */
  approveStatus: v.number(),
  approveTime: v.optional(maybeText, null),
  approver: v.optional(maybeText, null),
  refuseReason: v.optional(maybeText, null),
  changes: registerChanges,
  /** Whether the caller's unit made it and may withdraw it: it is pending. */
  canWithdraw: v.optional(v.boolean(), false),
})

export type RegisterChange = v.InferOutput<typeof registerChange>
export type BuildingApplication = v.InferOutput<typeof buildingApplication>
