/** The moment at which tests find the demo city: a Monday morning in Shanghai, two thirds into its month. */
export const DEMO_NOW = new Date('2026-03-23T10:15:00+08:00')
