import type { UnsentWrite, WriteDraft } from './unsent-write.ts'

/** A retry of the same draft reuses its key. */
export interface UnstoredWrites {
  take(draft: WriteDraft): UnsentWrite | undefined
  add(write: UnsentWrite): void
}

type Sent = Pick<UnsentWrite, 'uid' | 'call' | 'input'>
const contentOf = ({ uid, call, input }: Sent) => JSON.stringify([uid, call.id, input])

export function createUnstoredWrites(): UnstoredWrites {
  const writes = new Set<UnsentWrite>()
  return {
    take(draft) {
      const { files = [] } = draft
      for (const write of writes) {
        const isSame =
          contentOf(write) === contentOf(draft) &&
          write.files.length === files.length &&
          write.files.every(({ blob }, at) => blob === files[at]?.blob)
        if (!isSame) continue
        writes.delete(write)
        return write
      }
      return undefined
    },
    add: (write) => void writes.add(write),
  }
}
