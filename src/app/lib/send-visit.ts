import { VISITS_PATH } from '#contract/visit.rules.ts'
import type { VisitReport } from '#contract/visit.ts'

export const VISIT_MESSAGE = 'VISIT'

export interface VisitMessage {
  readonly type: typeof VISIT_MESSAGE
  readonly visit: VisitReport
}

export async function sendVisit({ visit }: Pick<VisitMessage, 'visit'>, base = ''): Promise<void> {
  await fetch(base + VISITS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(visit),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
}
