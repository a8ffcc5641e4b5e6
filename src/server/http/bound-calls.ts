import type { Context as HttpContext } from 'hono'
import type { Operation } from '../deps.ts'
import { answer, type AnswerHeaders } from './answer.ts'

const BUSY = '系统繁忙，请稍后再试'

/**
 * Answers so many calls at once and turns further ones away at once, by a status that balancers understand: what waits
 * in line for longer than its caller does is work for nobody. A call counts from when its body is there: a photo takes
 * minutes on a weak link, and who never sends the rest takes nobody's place.
 */
export function boundCalls({ metrics, callsAtOnce, isLeaving }: Operation) {
  let answering = 0
  const isFull = () => callsAtOnce > 0 && answering >= callsAtOnce
  return async (
    c: HttpContext,
    headers: AnswerHeaders,
    work: (begin: () => void) => Promise<Response>,
  ): Promise<Response> => {
    // The connection is not used again, so that the next call goes to a process that stays.
    if (isLeaving()) headers.connection = 'close'
    if (isFull()) {
      metrics.refused()
      headers['retry-after'] = '1'
      return answer(c.req, headers, { code: 503, text: BUSY, data: null }, 503)
    }
    let begun = false
    const begin = () => {
      if (begun) return
      begun = true
      answering += 1
      metrics.inFlight(1)
    }
    if (c.req.method === 'GET') begin()
    try {
      return await work(begin)
    } finally {
      if (begun) {
        answering -= 1
        metrics.inFlight(-1)
      }
    }
  }
}
