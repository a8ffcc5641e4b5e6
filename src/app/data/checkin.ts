import type { QueryClient } from '@tanstack/react-query'
import { checkin } from '#contract/checkin.ts'
import { toWireTime } from '#contract/time.ts'
import { refusedSeq } from '#app/offline/outbox/outbox-state.ts'
import { type WriteInfo, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { queriesOf } from './query-of.ts'

export const checkinQuery = queriesOf(checkin, 'statistic', 'month')

/** Without observers too; keeps the data on failure. */
export async function readCheckins(client: QueryClient, lawCompanyId: string): Promise<void> {
  await client.fetchQuery({ ...checkinQuery.statistic({ lawCompanyId }), staleTime: 0 }).catch(() => undefined)
}

/** One `thing` is sent in order: a refused day holds back no other. */
function aboutDay(lawCompanyId: string, day: string, act: string): WriteInfo {
  const thing = `checkin:${lawCompanyId}:${day}`
  return { thing, label: `${act} ${day}`, replaces: refusedSeq(thing) }
}

/** @param tappedAt device's clock @returns message, {@link REPEATED} if checked in before */
export async function checkIn(client: QueryClient, lawCompanyId: string, tappedAt: Date): Promise<string> {
  const tappedTime = toWireTime(tappedAt)
  try {
    const about = aboutDay(lawCompanyId, tappedTime.slice(0, 10), '签到')
    return (await writeQueued(checkin.checkIn, { lawCompanyId, tappedTime }, about)).words
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}

/** @returns as {@link checkIn} */
export async function makeUp(client: QueryClient, lawCompanyId: string, date: string): Promise<string> {
  const tappedTime = toWireTime(new Date())
  try {
    const about = aboutDay(lawCompanyId, date, '补签')
    return (await writeQueued(checkin.makeUp, { lawCompanyId, dateTime: date, tappedTime }, about)).words
  } finally {
    void readCheckins(client, lawCompanyId)
  }
}
