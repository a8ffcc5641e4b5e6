import { useQuery } from '@tanstack/react-query'
import { figuresQuery } from './figures-query.ts'

export function List() {
  const { data = [] } = useQuery(figuresQuery)
  return (
    <main className="mx-auto max-w-md p-4">
      <h1 className="mb-2 text-xl font-semibold">一张清单</h1>
      <ul className="divide-y rounded border bg-white">
        {data.map(({ name, value }) => (
          <li key={name} className="flex justify-between px-4 py-2">
            <span>{name}</span>
            <span className="tabular-nums">{value}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}
