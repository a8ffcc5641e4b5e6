import { alarmProgress } from '#contract/dict/alarm-progress.ts'

const UNDECIDED: readonly string[] = [alarmProgress.label('new'), alarmProgress.label('acked')]

export function sharedProgress(words: readonly string[]): string | undefined {
  const [first = ''] = words
  const isShared = words.length > 1 && UNDECIDED.includes(first) && words.every((word) => word === first)
  return isShared ? first : undefined
}
