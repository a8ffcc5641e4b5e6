export function OpenFireMark() {
  return (
    <svg
      viewBox="0 0 12 12"
      width="0.8125em"
      height="0.8125em"
      aria-hidden="true"
      focusable="false"
      className="shrink-0 text-danger"
    >
      <path
        d="M3.9 1h4.2L11 3.9v4.2L8.1 11H3.9L1 8.1V3.9ZM6 3.5v2.8M6 8.4v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
