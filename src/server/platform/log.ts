import { pino, type Logger } from 'pino'

/** The redaction is a second safeguard. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      '*.password',
      '*.passwordHash',
      '*.secret',
      '*.token',
      '*.phone',
      '*["x-auth-token"]',
      'err.params',
      'err.query',
    ],
  })
}
