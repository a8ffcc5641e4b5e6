import { delivery } from '#contract/delivery.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** Results are no changes of the stream. */
const LIST_EVERY_MS = 15_000
const CHANNELS_EVERY_MS = 5000

export const deliveryQuery = {
  list: (input: InputOf<typeof delivery.list>) => ({
    ...queryOf(delivery.list, input),
    refetchInterval: LIST_EVERY_MS,
  }),
  /** A failure must be shown within ten seconds, also without an answer. @param isWaiting people are being called */
  channels: (isWaiting: boolean) => ({
    ...queryOf(delivery.channels, {}),
    refetchInterval: isWaiting ? CHANNELS_EVERY_MS : (false as const),
  }),
}

export const exportDeliveries = async (input: InputOf<typeof delivery.export>) =>
  addressOf(await send(delivery.export, input))
