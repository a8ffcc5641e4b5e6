import { setTimeout as later } from 'node:timers/promises'

const EVERY_MS = 10_000
const MB = 2 ** 20

interface Sample {
  /** ms since the begin. */
  readonly at: number
  readonly mb: number
}

async function residentMb(url: string): Promise<number | null> {
  const answer = await fetch(`${url}/ops/metrics`).catch(() => null)
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec((await answer?.text()) ?? '')?.[1]
  return bytes === undefined ? null : Number(bytes) / MB
}

const meanOf = (samples: readonly Sample[]) => samples.reduce((sum, { mb }) => sum + mb, 0) / (samples.length || 1)

export function watchMemory(url: string) {
  const samples: Sample[] = []
  const stopped = new AbortController()
  const began = performance.now()
  const done = (async () => {
    while (!stopped.signal.aborted) {
      const mb = await residentMb(url)
      if (mb !== null) samples.push({ at: performance.now() - began, mb })
      await later(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    /** @param spanMs of the two spans compared @returns MB: both means, and the most */
    async stop(
      warmUpMs: number,
      spanMs: number,
    ): Promise<{ first: number; last: number; most: number; samples: number }> {
      stopped.abort()
      await done
      const warm = samples.filter(({ at }) => at >= warmUpMs)
      const end = warm.at(-1)?.at ?? 0
      return {
        first: meanOf(warm.filter(({ at }) => at < warmUpMs + spanMs)),
        last: meanOf(warm.filter(({ at }) => at > end - spanMs)),
        most: Math.max(...samples.map(({ mb }) => mb)),
        samples: samples.length,
      }
    },
    now: () => samples.at(-1)?.mb ?? 0,
  }
}
