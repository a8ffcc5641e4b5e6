export const PROTOCOLS: Readonly<Record<string, object>> = { 'GB/T 26875.3-2011': {} }
