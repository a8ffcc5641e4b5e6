import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { callWithMessage, type WithMessage } from '#app/lib/call.ts'
import type { Transport } from '#app/lib/fetch-text.ts'
import { sendBody } from '#app/lib/send-body.ts'
import { needNothingOwed, signedIn } from './send.ts'

const telling =
  (onProgress: (share: number) => void): Transport =>
  (url, init) =>
    sendBody(url, init, onProgress)

/** @param onProgress 0–1 */
export async function sendWithMessage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  headers?: Readonly<Record<string, string>>,
  onProgress?: (share: number) => void,
): Promise<WithMessage<OutputOf<E>>> {
  needNothingOwed(endpoint)
  return callWithMessage(signedIn(), endpoint, input, {
    headers,
    ...(onProgress && { transport: telling(onProgress) }),
  })
}
