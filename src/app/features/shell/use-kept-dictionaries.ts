import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepDictionaries } from '#app/data/dictionary.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import { owesPassword, useSession } from '#app/session/session.ts'

/** Stores the dictionaries offline after the first screen has rendered. */
export function useKeptDictionaries(): void {
  const client = useQueryClient()
  const session = useSession()
  const mayRead = session !== null && !owesPassword(session)
  useEffect(() => (mayRead ? onIdle(() => void keepDictionaries(client)) : undefined), [client, mayRead])
}
