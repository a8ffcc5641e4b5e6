/**
 * As in the documents: `unit` a social unit, `property` a property company, `government` the fire authority, `provider`
 * an IoT service provider.
 */
export const ROLES = ['unit', 'property', 'government', 'provider'] as const
export type Role = (typeof ROLES)[number]

/** 1 all areas, 2 the city, 3 a district. */
export type OrganLevel = 1 | 2 | 3

export interface Actor {
  readonly role: Role
  /** Null unless the role is `government`. */
  readonly organLevel: OrganLevel | null
}

/** Named as in the call list's `access` column. */
const GRANTS = {
  public: () => true,
  // Authenticated by signature instead of a session.
  program: () => false,
  // As `program`, or with a unit's own key.
  signed: () => false,
  session: () => true,
  // Social units and property companies.
  unit: (a) => a.role === 'unit' || a.role === 'property',
  // Building managers and the authority.
  duty: (a) => a.role !== 'provider',
  provider: (a) => a.role === 'provider',
  keyed: (a) => a.role !== 'government',
  gov: (a) => a.role === 'government',
  // Organs with an area of their own.
  desk: (a) => a.role === 'government' && (a.organLevel === 2 || a.organLevel === 3),
  gov2: (a) => a.role === 'government' && a.organLevel === 2,
} as const satisfies Record<string, (actor: Actor) => boolean>

export type Access = keyof typeof GRANTS
export const ACCESSES = Object.keys(GRANTS) as readonly Access[]

export const isSigned = (access: Access): boolean => access === 'program' || access === 'signed'

/**
 * Calls `refuse` unless `actor` may make the call.
 * @param refuse must throw; its argument is null if not signed in
 */
export function needAccess(
  access: Access,
  actor: Actor | null,
  refuse: (actor: Actor | null) => never,
): asserts actor is Actor {
  if (actor === null || !GRANTS[access](actor)) refuse(actor)
}

/** Whether `actor` (null: not signed in) may make the call. The server enforces it, the client hides by it. */
export function may(access: Access, actor: Actor | null): boolean {
  return access === 'public' || (actor !== null && GRANTS[access](actor))
}
