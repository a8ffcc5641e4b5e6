export const DELIVERY_CHANNELS = ['push', 'sms', 'voice', 'wecom', 'webhook', 'none'] as const
/** undelivered: the newest try failed; unneeded: the alarm was acknowledged or judged before it was sent. */
export const DELIVERY_RESULTS = ['delivered', 'undelivered', 'sending', 'unneeded'] as const
