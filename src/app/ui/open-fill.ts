export const OPEN_FILL =
  'bg-[repeating-linear-gradient(135deg,rgb(var(--danger-solid))_0_2px,transparent_2px_5px)] ring-1 ring-inset ring-danger'
