import { useState } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { readServerTime, useServerMoment } from '#app/parts/alarm/use-server-time.ts'
import { wallPage } from './wall-page.rules.ts'

export const MOST_LOW = 4
const MOST_UNTURNED = 5

export function useWallPage(list: readonly AlarmRow[]): { rows: readonly AlarmRow[]; from: number | undefined } {
  const isWall = !useMedia('(max-width: 1023px), (pointer: coarse)')
  const pages = isWall ? Math.ceil(list.length / MOST_LOW) : 1
  const [since] = useState(readServerTime)
  const calls = list.map((row, place) => ({ at: calledSince(row) ?? 0, page: Math.floor(place / MOST_LOW) }))
  const newest = calls.reduce<(typeof calls)[number] | undefined>(
    (found, call) => (call.at > (found?.at ?? 0) ? call : found),
    undefined,
  )
  const from = useServerMoment((now) => wallPage(pages, since, newest, now)) * MOST_LOW
  return { rows: list.slice(from, from + (isWall ? MOST_LOW : MOST_UNTURNED)), from: pages > 1 ? from : undefined }
}
