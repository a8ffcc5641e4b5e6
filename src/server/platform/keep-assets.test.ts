import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { openFileStore } from './files/file-store.ts'
import { dropOldAssets, keepAssets } from './keep-assets.ts'
import { serveClient } from './http/static-files.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n))

it('serves a build’s files for thirty days after a newer one took its place, and a 404 after that', async () => {
  const files = openFileStore('memory:', '/')
  const [older, newer] = [await mkdtemp(join(tmpdir(), 'fire-a-')), await mkdtemp(join(tmpdir(), 'fire-b-'))]
  await writeFile(join(older, 'page-1111.js'), 'export const one = 1')
  await writeFile(join(newer, 'page-2222.js'), 'export const two = 2')
  await writeFile(join(newer, 'page-2222.js.br'), 'packed')
  const app = new Hono().get('*', serveClient(newer, files))
  const ask = (name: string) => app.request(`/assets/${name}`)

  expect(await keepAssets(files, older, day(1))).toBe(1)
  expect(await keepAssets(files, newer, day(2))).toBe(1)
  const late = await ask('page-1111.js')
  expect([late.status, await late.text()]).toEqual([200, 'export const one = 1'])
  expect(late.headers.get('content-type')).toContain('javascript')
  expect(late.headers.get('cache-control')).toContain('immutable')
  expect((await ask('page-3333.js')).status).toBe(404)
  expect((await ask('list.json')).status).toBe(404)

  expect([await keepAssets(files, newer, day(30)), await dropOldAssets(files, day(30))]).toEqual([0, 0])
  expect([await keepAssets(files, newer, day(33)), await dropOldAssets(files, day(33))]).toEqual([0, 1])
  expect((await ask('page-1111.js')).status).toBe(404)

  await keepAssets(files, older, day(40))
  expect(await dropOldAssets(files, day(80), { assets: older })).toBe(1)
  await keepAssets(files, newer, day(80))
  expect((await ask('page-1111.js')).status).toBe(200)
  await Promise.all([older, newer].map((folder) => rm(folder, { recursive: true })))
})
