export function PinnedMark({ sequence }: { readonly sequence?: number }) {
  return (
    <span
      title={sequence ? `次序 ${sequence}` : undefined}
      className="mr-2 whitespace-nowrap rounded-sm bg-line px-1.5 py-px text-xs font-medium text-ink"
    >
      置顶
    </span>
  )
}
