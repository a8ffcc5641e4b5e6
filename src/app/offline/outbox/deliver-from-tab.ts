import { API_BASE } from '#app/env.ts'
import type { CallError } from '#app/lib/call.ts'
import { currentConnectivity } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { sendWithMessage } from '#app/session/send-with-message.ts'
import { needNothingOwed } from '#app/session/send.ts'
import { currentSession } from '#app/session/session.ts'
import { fileShares } from './outbox-state.ts'
import { createDeliver } from './deliver-write.ts'

function forget(file: string): void {
  const { [file]: _, ...others } = fileShares.read()
  fileShares.write(others)
}

/** The tab's sender; the worker's: src/sw/send-unsent.ts. */
export const deliver = createDeliver({
  uid: () => currentSession()?.user.id,
  reach: currentConnectivity,
  heldBack(call) {
    if (API_BASE && currentConnectivity() === 'offline')
      return { kind: 'later', reason: CONNECTIVITY_TEXT.offline, all: true }
    try {
      needNothingOwed(call)
      return undefined
    } catch (error) {
      return { kind: 'later', reason: (error as CallError).message, all: false }
    }
  },
  isRepeatable: API_BASE === '',
  async send(endpoint, input, headers, file) {
    if (file === undefined) return sendWithMessage(endpoint, input, headers)
    const show = (share: number) => fileShares.write({ ...fileShares.read(), [file]: share })
    try {
      return await sendWithMessage(endpoint, input, headers, show)
    } finally {
      forget(file)
    }
  },
})
