import type { HonoRequest } from 'hono'
import { AppError } from '../app-error.ts'

/**
 * Cross-site requests could use up the rate limits of the visitor's IP address. Other clients send no
 * `sec-fetch-site`.
 */
export function rejectCrossSite(req: HonoRequest, clientOrigins: readonly string[] = []): void {
  if (req.header('sec-fetch-site') !== 'cross-site') return
  if (!clientOrigins.some((origin) => origin === req.header('origin'))) throw new AppError(403)
}
