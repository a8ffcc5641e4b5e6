import { createFileRoute } from '@tanstack/react-router'
import { alarmQuery } from '#app/data/alarm.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { organQuery } from '#app/data/organ.ts'
import { readAhead } from '#app/data/query-of.ts'
import { organSearch } from '#app/features/organ-list/organ-search.ts'
import { OrganListScreen } from '#app/features/organ-list/organ-list-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/organList')({
  staticData: { title: '消防救援机构', under: '/unitList' },
  validateSearch: organSearch,
  beforeLoad: mayOpen('gov2'),
  loader: ({ context }) => readAhead(context.client, organQuery.list(), alarmQuery.open(), dictionaryQuery.areas()),
  component: OrganListScreen,
})
