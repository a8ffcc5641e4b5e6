const WEEKDAYS = '日一二三四五六'

/** 周四. @param day `2026-11-26` */
export const weekdayOf = (day: string): string => `周${WEEKDAYS[new Date(day).getUTCDay()] ?? ''}`
