/** Announcements, standards, laws, questions, notices, notifications. In its own file to keep route parsing small. */
export const KINDS = [0, 1, 2, 3, 4, 5] as const
export const NOTIFICATION = 5
