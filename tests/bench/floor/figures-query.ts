import { queryOptions } from '@tanstack/react-query'

export interface Figure {
  readonly name: string
  readonly value: number
}

export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: async (): Promise<Figure[]> => (await fetch('/figures.json')).json() as Promise<Figure[]>,
})
