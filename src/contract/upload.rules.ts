/** Detected by content, not by file name. */
export const UPLOAD_TYPES = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' } as const
export type UploadType = keyof typeof UPLOAD_TYPES

/** Bytes, pixels per image, pixels per side. */
export const UPLOAD_BYTES = 10 * 1024 * 1024
export const UPLOAD_PIXELS = 40_000_000
export const UPLOAD_SIDE = 12_000

/** Includes WebP and HEIC, which the client converts to JPEG if the browser can decode them. */
export const UPLOAD_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'
