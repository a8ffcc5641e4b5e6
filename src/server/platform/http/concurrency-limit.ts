import type { Context as HttpContext } from 'hono'
import type { Operations } from '../deps.ts'
import { answer, type AnswerHeaders } from './answer.ts'

const BUSY = '系统繁忙，请稍后再试'
const FEWEST_A_TURN = 8

export type ReleaseSlot = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * A queued request outlives its client's timeout: 503 instead. Writes have twice the limit. Reading a body occupies no slot.
 */
export function limitConcurrency({ metrics, callsAtOnce, isDraining }: Operations) {
  const refusalTurn = takeTurns()
  let answering = 0
  const count = (by: 1 | -1) => {
    answering += by
    metrics.inFlight(by)
  }
  const aside: ReleaseSlot = async (wait) => {
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
    isRead: boolean,
    work: (aside: ReleaseSlot) => Promise<Response>,
  ): Promise<Response> => {
    // The next request opens a connection to another process.
    if (isDraining()) headers.connection = 'close'
    const most = isRead ? callsAtOnce : 2 * callsAtOnce
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

/** Rejected clients retry at once; hundreds in one turn would delay running requests. */
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
