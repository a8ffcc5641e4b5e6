import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepDictionaries } from '#app/data/dictionary.ts'
import { whenIdle } from '#app/lib/when-idle.ts'
import { owesPassword, useSession } from '#app/session/session.ts'

/** Keeps the dictionaries on the device once the first screen stands. */
export function useKeptDictionaries(): void {
  const client = useQueryClient()
  const session = useSession()
  const mayRead = session !== null && !owesPassword(session)
  useEffect(() => (mayRead ? whenIdle(() => void keepDictionaries(client)) : undefined), [client, mayRead])
}
