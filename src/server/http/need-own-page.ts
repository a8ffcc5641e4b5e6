import type { HonoRequest } from 'hono'
import { AppError } from '../app-error.ts'

/**
 * Refuses a change that a page of somebody else's site makes a visitor's browser ask for. It could read no answer, but
 * it would spend what limits grant each address: codes by SMS, readings, failures.
 * @param clientOrigins other sites on which a client of ours is hosted
 * @throws AppError 403; browsers say where a request comes from, programs say nothing and pass
 */
export function needOwnPage(req: HonoRequest, clientOrigins: readonly string[] = []): void {
  if (req.header('sec-fetch-site') !== 'cross-site') return
  if (!clientOrigins.includes(req.header('origin') ?? '')) throw new AppError(403)
}
