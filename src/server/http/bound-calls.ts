import type { Context as HttpContext } from 'hono'
import type { Operation } from '../deps.ts'
import { answer, type AnswerHeaders } from './answer.ts'

const BUSY = '系统繁忙，请稍后再试'
const FEWEST_A_TURN = 8

/** Gives a call's place to others while it waits for its own body. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Answers so many calls at once and turns further ones away, by a status that balancers understand: what waits in line
 * for longer than its caller does is work for nobody. Calls that carry a body may be twice as many: a check-in or a
 * report comes through while readers are turned away. Nobody has a place while his body is on its way: a photo takes
 * minutes on a weak link, and some never send the rest.
 */
export function boundCalls({ metrics, callsAtOnce, isLeaving }: Operation) {
  const refusalTurn = takeTurns()
  let answering = 0
  const count = (by: 1 | -1) => {
    answering += by
    metrics.inFlight(by)
  }
  const aside: Aside = async (wait) => {
    count(-1)
    try {
      return await wait()
    } finally {
      count(1)
    }
  }
  return async (
    c: HttpContext,
    headers: AnswerHeaders,
    work: (aside: Aside) => Promise<Response>,
  ): Promise<Response> => {
    // The connection is not used again, so that the next call goes to a process that stays.
    if (isLeaving()) headers.connection = 'close'
    const most = c.req.method === 'GET' ? callsAtOnce : 2 * callsAtOnce
    if (most > 0 && answering >= most) {
      metrics.refused()
      await refusalTurn()
      headers['retry-after'] = '1'
      return answer(c.req, headers, { code: 503, text: BUSY, data: null }, 503)
    }
    count(1)
    try {
      return await work(aside)
    } finally {
      count(-1)
    }
  }
}

/**
 * Lets those who wait go on in the order in which they came, an eighth of them in a turn of the event loop. Who is
 * refused often asks again at once: hundreds told in one turn, and their next calls read in the following, would hold up
 * every word of the database to the calls that are being answered.
 */
function takeTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const turn = () => {
    for (const goOn of waiting.splice(0, Math.max(FEWEST_A_TURN, waiting.length / 8))) goOn()
    if (waiting.length > 0) setImmediate(turn)
  }
  return () =>
    new Promise((goOn) => {
      if (waiting.push(goOn) === 1) setImmediate(turn)
    })
}
