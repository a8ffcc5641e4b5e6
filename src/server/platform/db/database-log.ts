type Line = (fields: Record<string, unknown>, text: string) => void

export type DatabaseLog = { info: Line; warn: Line; error: Line }
