import type { QueryClient } from '@tanstack/react-query'
import { checkin } from '#contract/checkin.ts'
import { toWireTime } from '#contract/time.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { queriesOf } from './query-of.ts'

export const checkinQuery = queriesOf(checkin, 'statistic', 'month')

/** Without observers too; keeps the data on failure. */
export async function readCheckins(client: QueryClient, lawCompanyId: string): Promise<void> {
  await client.fetchQuery({ ...checkinQuery.statistic({ lawCompanyId }), staleTime: 0 }).catch(() => undefined)
}

/** A refused one holds back no other day. */
const thingOf = (lawCompanyId: string, day: string) => `checkin:${lawCompanyId}:${day}`

/**
 * `tappedAt`: device's clock. @returns message; minutes the device's clock is ahead @throws CallError also when
 * checked in
 */
export async function checkIn(client: QueryClient, lawCompanyId: string, tappedAt: Date) {
  const tappedTime = toWireTime(tappedAt)
  const sentTime = toWireTime(new Date())
  try {
    const day = tappedTime.slice(0, 10)
    const told = { thing: thingOf(lawCompanyId, day), label: `签到 ${day}` }
    const written = await writeQueued(checkin.checkIn, { lawCompanyId, tappedTime, sentTime }, told)
    const clockAheadMinutes = written.isSent ? (written.data?.clockAheadMinutes ?? null) : null
    return { text: written.words, clockAheadMinutes }
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}

/** @returns message */
export async function makeUp(client: QueryClient, lawCompanyId: string, date: string): Promise<string> {
  try {
    const told = { thing: thingOf(lawCompanyId, date), label: `补签 ${date}` }
    return (await writeQueued(checkin.makeUp, { lawCompanyId, dateTime: date }, told)).words
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}
