/** What may be attached. The server looks at the bytes, never at the name. */
export const UPLOAD_TYPES = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' } as const
export type UploadType = keyof typeof UPLOAD_TYPES

/** The largest file, in bytes, and the most pixels an image may open into. */
export const UPLOAD_BYTES = 10 * 1024 * 1024
export const UPLOAD_PIXELS = 40_000_000
export const UPLOAD_SIDE = 12_000

/** What stands in a file chooser. */
export const UPLOAD_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'
