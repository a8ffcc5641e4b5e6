/** The shelves: announcements, standards, laws, questions, notices, notifications. Apart from their rules, so that an address can be read without them. */
export const KINDS = [0, 1, 2, 3, 4, 5] as const
