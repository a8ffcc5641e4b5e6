/** A key's name and its effect; only where there is a keyboard and a mouse. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="ml-1 hidden min-w-[1.25rem] justify-center rounded-sm border border-current px-1 font-sans text-xs leading-[1.125rem] mouse:inline-flex"
    >
      {keys}
    </kbd>
  )
}
