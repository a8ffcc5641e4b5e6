import type { ProviderRow } from '#contract/provider.ts'
import { openPaper } from '#app/data/provider.ts'
import { openDocument } from '#app/parts/open-document.ts'
import type { MenuOption } from '#app/ui/menu.tsx'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'

export const papersOf = ({ id, licenseUrl, bookUrl }: ProviderRow) =>
  (
    [
      ['license', '营业执照', licenseUrl],
      ['book', '承诺书', bookUrl],
    ] as const
  ).flatMap(([key, label, url]): MenuOption[] =>
    url ? [{ key, label, onSelect: () => void openDocument(() => openPaper(id, key, url)) }] : [],
  )

export function PhoneLink({ name, phone }: { name: string; phone: string }) {
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`呼叫${name} ${phone}`}
      className="font-figure text-link hover:underline touch:-my-3 touch:inline-flex touch:min-h-control touch:items-center"
    >
      <PhoneDigits of={phone} />
    </a>
  )
}
