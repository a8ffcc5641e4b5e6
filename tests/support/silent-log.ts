import type { DatabaseLog } from '#server/platform/db/database-log.ts'

export const silentLog: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
