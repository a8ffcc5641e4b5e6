import { type Frame, readFrame } from './frame.ts'

/** What a stream holds: frames, and places that look like one with a wrong checksum. */
export type Found =
  | { readonly is: 'frame'; readonly frame: Frame }
  | { readonly is: 'damaged'; readonly serial: number; readonly source: number; readonly destination: number }

export interface Deframer {
  /** Takes the next bytes of the stream; answers what has become whole. */
  push(chunk: Uint8Array): Found[]
  /** The stream paused: gives up what is still waiting for its end, and looks behind it. */
  flush(): Found[]
}

/**
 * Takes frames out of a stream that comes in any pieces, joined or with noise between. Whatever turns out to be no
 * frame costs one byte: what begins behind it is looked at anew, so a false start swallows nothing.
 */
export function createDeframer(): Deframer {
  let waiting: Uint8Array = new Uint8Array(0)

  function take(giveUp: boolean): Found[] {
    const found: Found[] = []
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
