import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { readMessagesAhead } from '#app/features/message/message-queries.ts'
import { MessagesScreen } from '#app/features/message/messages-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/messages')({
  staticData: {
    title: '消息通知',
    menu: { label: '消息', order: 40, icon: 'message', access: 'session', only: 'phone' },
  },
  validateSearch: v.object({
    /** The notification that is open. */
    message: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(String), v.regex(/^[1-9]\d*$/))), undefined),
  }),
  beforeLoad: mayOpen('session'),
  loader: ({ context }) => readMessagesAhead(context.client),
  component: MessagesScreen,
})
