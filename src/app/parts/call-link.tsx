import { CallIcon } from '#app/ui/action-icons.tsx'

export function CallLink({ name, phone }: { name: string; phone: string }) {
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`呼叫 ${name} ${phone}`}
      className="flex h-control w-control shrink-0 items-center justify-center rounded bg-link/10 text-lg text-link hover:bg-link/20"
    >
      <CallIcon />
    </a>
  )
}
