import type { DatabaseLog } from '#server/db/database-log.ts'

/** For databases whose complaints are not what a test is about. */
export const silentLog: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
