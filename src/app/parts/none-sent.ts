import type { DutyContact } from '#contract/duty-contact.ts'
import { formatDay } from '#app/lib/format.ts'

export function noneSentWords(contacts: readonly DutyContact[]): string | undefined {
  const tested = contacts.map(({ testedTime }) => testedTime ?? '').sort()
  const last = tested[tested.length - 1]
  return last ? `${formatDay(last)} 测试后，没有再发出通知` : undefined
}
