/** A Monday morning, two thirds into the month. */
export const DEMO_NOW = new Date('2026-03-23T10:15:00+08:00')
