/**
 * Calls that write a few hundred bytes and must not stop when the disk runs short: signing in and out, reading what is
 * counted as read, and what concerns an alarm. All other writes wait until there is room.
 */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'auth.picture',
  'auth.signIn',
  'auth.signOut',
  'auth.sendCode',
  'auth.unifiedSignIn',
  'auth.changePassword',
  'auth.ticket',
  'message.detail',
  'portal.informationDetail',
  'alarm.ack',
  'alarm.verdict',
  'alarm.undo',
  'ingest.events',
])

/** Whether a call is answered while there is room for small writes only. */
export const isEssential = (callId: string): boolean => ESSENTIAL.has(callId)
