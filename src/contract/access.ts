/**
 * Who a signed-in person is to the contract. Roles are the documents': `government` is the fire authority (with an
 * organ level), `unit` a social unit, `property` a property company, `provider` an IoT service provider.
 */
export const ROLES = ['unit', 'property', 'government', 'provider'] as const
export type Role = (typeof ROLES)[number]

/** Organ levels: 1 the whole, 2 the city, 3 a district. */
export type OrganLevel = 1 | 2 | 3

export interface Actor {
  readonly role: Role
  /** Only where role is `government`. */
  readonly organLevel: OrganLevel | null
}

/** Who may call: one word per call, named after the call list's `access` column. */
const GRANTS = {
  public: () => true,
  // No person: a provider's program, known by its signature and not by a session.
  program: () => false,
  // A provider's program, or one that a unit has given its own key.
  signed: () => false,
  session: () => true,
  unit: (a) => a.role === 'unit' || a.role === 'property',
  // People who decide on alarms: those who answer for buildings, and the authority.
  duty: (a) => a.role !== 'provider',
  // Who holds a key and secret: a unit's or a provider's person.
  keyed: (a) => a.role !== 'government',
  gov: (a) => a.role === 'government',
  gov2: (a) => a.role === 'government' && a.organLevel === 2,
} as const satisfies Record<string, (actor: Actor) => boolean>

export type Access = keyof typeof GRANTS
export const ACCESSES = Object.keys(GRANTS) as readonly Access[]

/** Whether calls of this access are signed by a program, and made by no session. */
export const isSigned = (access: Access): boolean => access === 'program' || access === 'signed'

/**
 * Lets pass who may make a call of this access.
 * @param refuse what to do with whom it keeps out, `null` where nobody is signed in; it must throw
 */
export function needAccess(
  access: Access,
  actor: Actor | null,
  refuse: (actor: Actor | null) => never,
): asserts actor is Actor {
  if (actor === null || !GRANTS[access](actor)) refuse(actor)
}

/** Whether `actor` (null: nobody signed in) may make a call of this access. The server decides by it, the client hides by it. */
export function may(access: Access, actor: Actor | null): boolean {
  return access === 'public' || (actor !== null && GRANTS[access](actor))
}
