import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '#app/features/shell/missing-page.tsx'

/** Unknown paths; without a session they redirect to the start page. Source: document 1, Routes. */
export const Route = createFileRoute('/_shell/$')({
  staticData: { title: '页面不存在', under: null },
  component: MissingPage,
})
