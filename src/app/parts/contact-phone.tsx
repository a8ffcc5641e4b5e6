import { CallIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'

export function ContactPhone({ of, className }: { of: string; className: string }) {
  return (
    <a
      href={`tel:${of}`}
      className={cx(
        'relative inline-flex items-center align-top text-link hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3',
        className,
      )}
    >
      <CallIcon />
      <PhoneDigits of={of} />
    </a>
  )
}
