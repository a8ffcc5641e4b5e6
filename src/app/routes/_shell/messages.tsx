import { createFileRoute } from '@tanstack/react-router'
import { readMessagesAhead } from '#app/features/message/message-queries.ts'
import { MessagesScreen } from '#app/features/message/messages-screen.tsx'
import { searchOf, idField } from '#app/lib/address-fields.ts'
import { mayOpen } from '#app/session/guard.ts'

const search = searchOf({
  /** Open notification. */
  message: idField,
})

export const Route = createFileRoute('/_shell/messages')({
  staticData: { title: '消息通知' },
  validateSearch: search,
  beforeLoad: mayOpen('session'),
  loader: ({ context }) => readMessagesAhead(context.client),
  component: MessagesScreen,
})
