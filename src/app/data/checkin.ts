import type { QueryClient } from '@tanstack/react-query'
import { checkin } from '#contract/checkin.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { toWireTime } from '#contract/time.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { queryOf } from './query-of.ts'

export const checkinQuery = {
  statistic: (input: InputOf<typeof checkin.statistic>) => queryOf(checkin.statistic, input),
}

/** Reads the calendar anew, also where only the button that opens it is there; what is known stays where nothing answers. */
export async function readCheckins(client: QueryClient, lawCompanyId: string): Promise<void> {
  await client.fetchQuery({ ...checkinQuery.statistic({ lawCompanyId }), staleTime: 0 }).catch(() => undefined)
}

/**
 * Checks in, now or as soon as the server answers; the calendar is read anew then, whether it was the first time or not.
 * @param tappedAt when it was asked for, by the device's clock
 * @returns what is to be said of it, and how many minutes the device's clock is ahead where that is worth telling
 * @throws CallError with the server's sentence, also where the day is checked in already
 */
export async function checkIn(client: QueryClient, lawCompanyId: string, tappedAt: Date) {
  const tappedTime = toWireTime(tappedAt)
  const sentTime = toWireTime(new Date())
  try {
    const told = { thing: `checkin:${lawCompanyId}`, label: `签到 ${tappedTime.slice(0, 10)}` }
    const written = await writeQueued(checkin.checkIn, { lawCompanyId, tappedTime, sentTime }, told)
    const clockAheadMinutes = written.isSent ? (written.data?.clockAheadMinutes ?? null) : null
    return { text: written.words, clockAheadMinutes }
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}

/** Makes up a missed day (`yyyy-MM-dd`), now or as soon as the server answers. @returns what is to be said of it */
export async function makeUp(client: QueryClient, lawCompanyId: string, date: string): Promise<string> {
  try {
    const told = { thing: `checkin:${lawCompanyId}`, label: `补签 ${date}` }
    return (await writeQueued(checkin.makeUp, { lawCompanyId, dateTime: date }, told)).words
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}
