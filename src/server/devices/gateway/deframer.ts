import { type Frame, readFrame } from './frame.ts'

export type FoundFrame =
  | { readonly is: 'frame'; readonly frame: Frame }
  | { readonly is: 'damaged'; readonly serial: number; readonly source: number; readonly destination: number }

export interface Deframer {
  push(chunk: Uint8Array): FoundFrame[]
  flush(): FoundFrame[]
}

/** After a false start it advances by one byte, so that no frame is lost. */
export function createDeframer(): Deframer {
  let waiting: Uint8Array = new Uint8Array(0)

  function take(giveUp: boolean): FoundFrame[] {
    const found: FoundFrame[] = []
    let at = 0
    while (at < waiting.length) {
      const read = readFrame(waiting, at)
      if (read.is === 'wait' && !giveUp) break
      if (read.is === 'frame') found.push({ is: 'frame', frame: read.frame })
      if (read.is === 'damaged') found.push(read)
      at += read.is === 'frame' ? read.bytes : 1
    }
    waiting = waiting.slice(at)
    return found
  }

  return {
    push(chunk) {
      const joined = new Uint8Array(waiting.length + chunk.length)
      joined.set(waiting)
      joined.set(chunk, waiting.length)
      waiting = joined
      return take(false)
    },
    flush: () => take(true),
  }
}
