import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatTime } from '#app/lib/format.ts'
import type { SessionUser } from '#app/session/session.ts'

/** Words of codes change with a release, not with the data. */
const isData = (id: unknown) => typeof id === 'string' && !id.startsWith('dictionary.')

function oldestData(client: QueryClient): number | undefined {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => isData(queryKey[0]) })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** On paper only: the page, whose data, as of when, and who printed it. */
export function PrintHead({ title, user }: { title: string; user: SessionUser }) {
  const client = useQueryClient()
  const [printed, setPrinted] = useState<{ at: number; dataAt: number | undefined }>()
  useEffect(() => {
    const note = () => flushSync(() => setPrinted({ at: Date.now(), dataAt: oldestData(client) }))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [client])
  const { name, account, companyName } = user
  const facts = [
    companyName && companyName !== name && `单位 ${companyName}`,
    `打印人 ${name}（${account}）`,
    printed?.dataAt !== undefined && `截至 ${formatTime(printed.dataAt)}`,
    printed && `打印时间 ${formatTime(printed.at)}`,
  ]
  return (
    <header className="mb-3 hidden border-b-2 border-ink pb-2 print:block">
      <p className="text-xl font-semibold">{title}</p>
      <p className="text-sm">{facts.filter(Boolean).join('　')}</p>
      <p className="text-xs">消防物联网数据对接平台</p>
    </header>
  )
}
