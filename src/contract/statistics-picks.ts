/**
 * Alarms that a figure counts. called: people were called; acked, judged: those of them that were acknowledged, or
 * judged by a person; repeated: called more than once; flood: within a flood.
 */
export const STATISTICS_PICKS = [
  'all',
  'real',
  'false',
  'maintenance',
  'test',
  'undecided',
  'called',
  'acked',
  'judged',
  'repeated',
  'flood',
] as const
