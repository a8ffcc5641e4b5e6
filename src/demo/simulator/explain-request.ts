import { NONCE, SIGNATURE_HEADERS, SIGNATURE_REFUSALS, SIGNATURE_WINDOW_MS, signedText } from '#contract/signature.ts'
import { bodyDigest, sign } from '#server/platform/signature.ts'
import type { KeptRequest, Keys } from './signed-client.ts'

export interface Explained {
  readonly signedText: string
  readonly expected: string
  readonly given: string
  readonly faults: readonly string[]
}

export function explainRequest(request: KeptRequest, keys: Keys, now: Date): Explained {
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const said = (name: string) => headers.get(name) ?? ''
  const { method, path, body } = request
  const signed = { method, path, time: said('x-time'), nonce: said('x-nonce'), bodyDigest: bodyDigest(body) }
  const expected = sign(keys.secret, signed)
  const off = Number(signed.time) - now.getTime()
  const rules: [boolean, string][] = [
    [SIGNATURE_HEADERS.every((name) => headers.has(name)), SIGNATURE_REFUSALS.missing],
    [Math.abs(off) <= SIGNATURE_WINDOW_MS, `${SIGNATURE_REFUSALS.time}（相差 ${Math.round(off / 1000)} 秒）`],
    [NONCE.test(signed.nonce), SIGNATURE_REFUSALS.nonce],
    [said('x-app-key') === keys.appKey, 'x-app-key 与给出的 appKey 不同'],
    [said('x-signature').toLowerCase() === expected, SIGNATURE_REFUSALS.signature],
  ]
  return {
    signedText: signedText(signed),
    expected,
    given: said('x-signature'),
    faults: rules.flatMap(([holds, fault]) => (holds ? [] : [fault])),
  }
}
