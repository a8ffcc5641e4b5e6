import { STREAM_PATH } from '#contract/live.ts'
import { addressOf } from '#app/session/send.ts'
import { currentSession } from '#app/session/session.ts'

/** The server sends every 20 s. */
export const SILENT_MS = 45_000

export class Unsupported extends Error {}

interface Frame {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

/** @returns ms to wait */
export async function readStream(cursor: string, signal: AbortSignal, take: (frame: Frame) => void): Promise<number> {
  const own = new AbortController()
  const end = () => own.abort()
  signal.addEventListener('abort', end)
  window.addEventListener('offline', end)
  let watchdog = setTimeout(end, SILENT_MS)
  try {
    const query = cursor === '' ? '' : `?after=${encodeURIComponent(cursor)}`
    const headers = { 'x-auth-token': currentSession()?.token ?? '', accept: 'text/event-stream' }
    const response = await fetch(addressOf(STREAM_PATH + query), { headers, signal: own.signal, cache: 'no-store' })
    if (response.status === 404) throw new Unsupported()
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new Error('no stream')
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return 0
      clearTimeout(watchdog)
      watchdog = setTimeout(end, SILENT_MS)
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      for (const text of frames) {
        const frame = parse(text)
        if (frame.event === 'bye') return (frame.data as { waitMs: number }).waitMs
        // The next call learns why.
        if (frame.event === 'end') throw new Error('the session ended')
        take(frame)
      }
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', end)
    window.removeEventListener('offline', end)
    own.abort()
  }
}

function parse(text: string): Frame {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const data = fields.get('data')
  return { event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: data ? JSON.parse(data) : null }
}
