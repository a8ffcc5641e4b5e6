/** Sent in the order they were made. */
export const alarmKey = (id: string) => `alarm:${id}`
