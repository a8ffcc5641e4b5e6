import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'

export type IconProps = Omit<ComponentProps<'svg'>, 'children'>
export type IconType = (props: IconProps) => ReactElement

/** 24 × 24. Text or a label must name it. */
export function drawn(d: string): IconType {
  return function Icon({ className, ...rest }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        className={cx('shrink-0', className)}
        {...rest}
      >
        <path d={d} />
      </svg>
    )
  }
}

// The sign-in page's only.
export const EyeIcon = /* @__PURE__ */ drawn(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
)
export const EyeOffIcon = /* @__PURE__ */ drawn(
  'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.2 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.1M9.9 10a3 3 0 0 0 4.1 4.1',
)
export const RefreshIcon = /* @__PURE__ */ drawn(
  'M20 5v5h-5M4 19v-5h5M19.2 10A7.5 7.5 0 0 0 6 7.2L4.5 9M4.8 14A7.5 7.5 0 0 0 18 16.8l1.5-1.8',
)
export const CloseIcon = /* @__PURE__ */ drawn('M6 6l12 12M18 6L6 18')
export const CheckIcon = /* @__PURE__ */ drawn('M5 12.5l4.5 4.5L19 7')
export const AlertIcon = /* @__PURE__ */ drawn('M12 4L2.8 19.5h18.4L12 4ZM12 10v4.5M12 17.1v.1')
export const InfoIcon = /* @__PURE__ */ drawn('M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5M12 7.9v.1')
export const ChevronDownIcon = /* @__PURE__ */ drawn('M6 9.5l6 6 6-6')
