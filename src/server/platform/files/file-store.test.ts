import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openObjectStorage, STORAGE_KEYS } from '#mocks/object-storage.ts'
import { openFileStore } from './file-store.ts'

const meta = { contentType: 'text/plain' }
let root: string
const storage = await openObjectStorage()
afterAll(() => storage.close())
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'file-store-'))
})
afterAll(() => rm(root, { recursive: true }))

describe.each([
  ['a folder', 'file:data/files'],
  ['memory', 'memory:'],
  ['a bucket', storage.url],
])('%s', (_, url) => {
  const store = () => openFileStore(url, root, STORAGE_KEYS, () => new Date())

  test('a stored file, as bytes or as a stream, is read back whole', async () => {
    const files = store()
    expect(await files.put('a/-Kx_9', Buffer.from('a token may begin with a dash'))).toEqual({ size: 29 })
    expect(await files.put('a/bytes.txt', Buffer.from('消防'), meta)).toEqual({ size: 6 })
    expect(await files.put('a/stream.txt', Readable.from(['消', '防', '!']), meta)).toEqual({ size: 7 })
    const [bytes, stream] = [await files.open('a/bytes.txt'), await files.open('a/stream.txt')]
    expect([bytes?.size, stream?.size]).toEqual([6, 7])
    expect(bytes && (await text(bytes.stream))).toBe('消防')
    expect(stream && (await text(stream.stream))).toBe('消防!')
  })

  test('a second write replaces the first, also by a shorter file', async () => {
    const files = store()
    await files.put('again', Buffer.from('longer text'), meta)
    await files.put('again', Buffer.from('short'), meta)
    const found = await files.open('again')
    expect(found && (await text(found.stream))).toBe('short')
  })

  test('a missing file is null, and removing it twice is no error', async () => {
    const files = store()
    await files.put('folder/file', Buffer.from('x'), meta)
    expect(await files.open('folder')).toBeNull()
    expect(await files.open('folder/file/deeper')).toBeNull()
    await files.remove('folder')
    await files.remove('folder/file')
    await files.remove('folder/file')
    expect(await files.open('folder/file')).toBeNull()
  })

  test('a list contains every file with the time it was stored', async () => {
    const files = store()
    const names = ['listed/a', 'listed/b', 'listed/c', 'listed/d', 'listed/deeper/e']
    for (const name of names) await files.put(name, Buffer.from('x'), meta)
    const found: string[] = []
    for await (const { key, putAt } of files.list()) {
      expect(Math.abs(Date.now() - putAt.getTime())).toBeLessThan(600_000)
      if (key.startsWith('listed/')) found.push(key)
    }
    expect(found.sort()).toEqual(names)
  })

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'a/',
    './a',
    '.incoming/x',
    'a\\b',
    'a\0',
    'a%2fb',
    'C:x',
    'a.',
    'x'.repeat(201),
  ])('a key that could leave the folder is rejected: %j', async (key) => {
    const files = store()
    await expect(files.put(key, Buffer.from('x'), meta)).rejects.toThrow(RangeError)
    await expect(files.open(key)).rejects.toThrow(RangeError)
    await expect(files.remove(key)).rejects.toThrow(RangeError)
  })

  test('a file whose source fails keeps its former content', async () => {
    const files = store()
    await files.put('kept', Buffer.from('before'), meta)
    const broken = Readable.from(
      (function* () {
        yield 'half'
        throw new Error('cut off')
      })(),
    )
    await expect(files.put('kept', broken, meta)).rejects.toThrow('cut off')
    const found = await files.open('kept')
    expect(found && (await text(found.stream))).toBe('before')
  })
})

test('a reader that began before a replacement gets the whole former file', async () => {
  const files = openFileStore('file:data/files', root)
  await files.put('swap', Buffer.alloc(300_000, 'a'), meta)
  const reading = await files.open('swap')
  await files.put('swap', Buffer.from('b'), meta)
  expect(reading && (await text(reading.stream))).toBe('a'.repeat(300_000))
})

test('files are stored in the configured folder, without partial files', async () => {
  const files = openFileStore(`file:${join(root, 'absolute')}`, '/nowhere')
  await files.put('day/one.txt', Buffer.from('1'), meta)
  expect(await readFile(join(root, 'absolute/day/one.txt'), 'utf8')).toBe('1')
  await expect(files.put('day/one.txt/below', Readable.from(['2']), meta)).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(await readdir(join(root, 'absolute/.incoming'))).toEqual([])
})

test('partial files of a killed process are deleted once they are old', async () => {
  const files = openFileStore(`file:${join(root, 'halves')}`, '/nowhere')
  await files.dropHalves(new Date())
  await mkdir(join(root, 'halves/.incoming'), { recursive: true })
  await writeFile(join(root, 'halves/.incoming/half'), 'x')
  await files.dropHalves(new Date(Date.now() - 3_600_000))
  expect(await readdir(join(root, 'halves/.incoming'))).toEqual(['half'])
  await files.dropHalves(new Date(Date.now() + 3_600_000))
  expect(await readdir(join(root, 'halves/.incoming'))).toEqual([])
})

test('a busy bucket is retried; requests with other keys are rejected, without revealing a secret', async () => {
  const files = openFileStore(storage.url, root, STORAGE_KEYS)
  storage.beBusy(2)
  await files.put('busy/one', Buffer.from('x'), meta)
  expect(storage.objects.get('/fire-files/city/busy/one')).toMatchObject({ type: 'text/plain' })
  const stranger = openFileStore(storage.url, root, { ...STORAGE_KEYS, secretAccessKey: 'another' })
  await expect(stranger.open('busy/one')).rejects.toThrow(/^object storage: GET answered 403$/)
  await expect(stranger.put('busy/two', Buffer.from('x'))).rejects.toThrow(/^object storage: PUT answered 403$/)
  expect(storage.objects.has('/fire-files/city/busy/two')).toBe(false)
  expect(() => openFileStore(storage.url, root)).toThrow(/^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set/)
})

test.each(['s3://bucket?endpoint=ftp://x', 's3://key:secret@bucket', 'data/files', 'file:', '', 'memory:x'])(
  'an invalid URL stops the start with one line naming FILES_URL, without its secrets: %j',
  (url) => {
    expect(() => openFileStore(url, root)).toThrow(/^FILES_URL must be [^\n]*$/)
    expect(() => openFileStore(url, root)).not.toThrow(/secret/)
  },
)
