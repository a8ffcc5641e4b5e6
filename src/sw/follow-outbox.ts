import { outboxChannel, type RemoteOutcome } from '#app/offline/outbox/outbox-channel.ts'

/** `outboxChannel` does not receive its own. */
export function followOutbox(onMessage: (message: RemoteOutcome) => void): () => void {
  const channel = outboxChannel && new BroadcastChannel(outboxChannel.name)
  channel?.addEventListener('message', ({ data }: MessageEvent<RemoteOutcome>) => onMessage(data))
  return () => channel?.close()
}
