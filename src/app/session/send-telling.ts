import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { callTelling, type Telling, type Transport } from '#app/lib/call.ts'
import { sendBody } from '#app/lib/send-body.ts'
import { needNothingOwed, signedIn } from './send.ts'

const telling =
  (onProgress: (share: number) => void): Transport =>
  (url, init) =>
    sendBody(url, init, onProgress)

/**
 * As `send`, with the sentence the server answers with, where that is for a person to read.
 * @param headers go with the call
 * @param onProgress told the share of the body that has gone out, 0–1
 */
export async function sendTelling<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  headers?: Readonly<Record<string, string>>,
  onProgress?: (share: number) => void,
): Promise<Telling<OutputOf<E>>> {
  needNothingOwed(endpoint)
  return callTelling(signedIn(), endpoint, input, { headers, ...(onProgress && { transport: telling(onProgress) }) })
}
