export const OPEN_FILL = 'bg-danger-soft ring-1 ring-inset ring-danger'
