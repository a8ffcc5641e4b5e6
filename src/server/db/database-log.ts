type Line = (fields: Record<string, unknown>, text: string) => void

/** The part of the server's logger the database layer speaks to. */
export type DatabaseLog = { info: Line; warn: Line; error: Line }
