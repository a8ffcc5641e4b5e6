import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path nobody knows leads to the start. Source: document 1, Routes. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
