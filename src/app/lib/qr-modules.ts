import { encodeQR } from 'qr'

/** Source: the QR code standard. */
const BORDER = 4

/** Rows of dark (true) and light modules, with the quiet zone. */
export const qrModules = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'quartile', border: BORDER })
