/** Grouped by spacing alone, so that a copied number has no blanks. */
export function PhoneDigits({ of }: { of: string | null | undefined }) {
  if (!of || !/^1\d{10}$/.test(of)) return <>{of}</>
  return (
    <span className="whitespace-nowrap">
      {of.slice(0, 3)}
      <span className="mx-[0.25em]">{of.slice(3, 7)}</span>
      {of.slice(7)}
    </span>
  )
}
