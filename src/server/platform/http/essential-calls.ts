/** Small writes that must work while disk space is low. */
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
  'alarm.end',
  'ackLink.act',
  'checkLink.answer',
  'dutyCheck.answer',
  'shelf.end',
  'ingest.events',
])

export const isEssential = (callId: string): boolean => ESSENTIAL.has(callId)
