import { pino, type Logger } from 'pino'

/** JSON lines on standard output. What is secret is never handed to it; the redaction is a second wall. */
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
