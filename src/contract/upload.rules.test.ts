import { expect, test } from 'vitest'
import { UPLOAD_ACCEPT, UPLOAD_BYTES, UPLOAD_TYPES } from './upload.rules.ts'

test('a file has 10 MB at most', () => {
  expect(UPLOAD_BYTES).toBe(10_485_760)
})

test('a file chooser offers the stored types, and the images that the client converts', () => {
  expect(UPLOAD_ACCEPT.split(',').sort()).toEqual([...Object.values(UPLOAD_TYPES), 'image/heic', 'image/webp'].sort())
})
