import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { building as calls } from '#contract/building.ts'
import type { Envelope } from '#contract/errors.ts'
import { UPLOAD_BYTES } from '#contract/upload.rules.ts'
import { upload as uploads } from '#contract/upload.ts'
import { account } from '#server/schema/account.table.ts'
import { createApi } from '#server/create-api.ts'
import { removeOrphanFiles } from '#server/operations/remove-orphan-files.ts'
import { sweepUploads } from '#server/registry/sweep-uploads.ts'
import { upload } from '#server/schema/upload.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { INERT, jpeg, pdf, png, REFUSED } from '../support/hostile-uploads.ts'

const city = await openApi()
afterAll(() => city.close())

const FULL = { code: 413, message: '未审批的附件已满 500 MB，请在审批后再上传' }

async function send(t: TestApi, token: string, bytes: Uint8Array<ArrayBuffer>, name = 'a.jpg', type = 'image/jpeg') {
  const body = new FormData()
  body.append('file', new File([bytes], name, { type }))
  const response = await t.api.request(uploads.store.path, { method: 'POST', headers: { 'x-auth-token': token }, body })
  return (await response.json()) as Envelope<string>
}

async function fetchBack(t: TestApi, token: string, url: string) {
  const { body } = await t.call(uploads.open, { url }, token)
  return body.code === 200 ? t.api.request(body.data as string) : body.code
}

async function declareWith(t: TestApi, token: string, url: string): Promise<string> {
  const page = (await t.call(calls.list, { isAccess: 1 }, token)).body.data as {
    list: { id: string; countyName: string }[]
  }
  const { id } = page.list.find(({ countyName }) => countyName === '静安区')!
  const declaration = {
    applyReason: '原因',
    approveAccessAttachmentList: [{ url }],
    buildingId: id,
    specialApproveData: [['2']],
  }
  expect((await t.call(approvals.submit, declaration, token)).body.code).toBe(200)
  return id
}

test(
  `${REFUSED.length + INERT.length} hostile files: each is rejected with a message and deleted, or stored harmless`,
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const outcomes: string[] = []
    for (const { what, name, type, bytes } of REFUSED) {
      t.clock.pass(61_000)
      const { code, message, data } = await send(t, token, bytes, name, type)
      const clear = code === 400 && data === null && /\p{Script=Han}/u.test(message)
      if (!clear) outcomes.push(`${what}: ${code} ${message}`)
    }
    expect(outcomes).toEqual([])
    expect(await t.db.select().from(upload)).toEqual([])
    for (const { name, type, bytes, kept } of INERT) {
      const { code, data } = await send(t, token, bytes, name, type)
      expect(code).toBe(200)
      const file = await fetchBack(t, token, data)
      if (typeof file === 'number') throw new Error(`${name}: ${file}`)
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(kept)}`)
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(file.headers.get('content-security-policy')).toContain('sandbox')
      expect(file.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
    }
  }),
)

test(
  'a file with a stored row is kept when the database connection failed before confirming it',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const silent = Object.assign(Object.create(t.db) as typeof t.db, {
      transaction: async (...work: Parameters<typeof t.db.transaction>) => {
        await t.db.transaction(...work)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const cut = { ...t, api: createApi({ ...t.deps, db: silent }) }
    expect((await send(cut, token, png(10, 10))).code).toBe(503)
    const [row] = await t.db.select().from(upload)
    expect(row && (await t.deps.files.open(row.fileKey))?.size).toBe(row?.size)
  }),
)

test(
  'a full disk is reported; nothing of the file is left, and the next one is stored',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const full = { ...t, api: createApi({ ...t.deps, files: { ...t.deps.files, put } }) }
    const { code, message } = await send(full, token, png(10, 10))
    expect([code, message]).toEqual([503, '服务器磁盘空间不足，暂时不能保存，请联系技术支持'])
    expect(await t.db.select().from(upload)).toEqual([])
    expect((await send(t, token, png(10, 10))).code).toBe(200)
  }),
)

describe('a valid file', () => {
  test(
    'of each kind is returned byte for byte, from a URL that works once',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const bytes of [jpeg(4000, 3000), png(100, 100), new Uint8Array(pdf())]) {
        const { data: url } = await send(t, token, bytes)
        const { body } = await t.call(uploads.open, { url }, token)
        const address = body.data as string
        expect(new Uint8Array(await (await t.api.request(address)).arrayBuffer())).toEqual(bytes)
        expect((await t.api.request(address)).status).toBe(404)
      }
    }),
  )

  test(
    'that is too large is rejected, with and without a declared length',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const large = new Uint8Array(UPLOAD_BYTES + 1)
      large.set(jpeg())
      expect(await send(t, token, large)).toMatchObject({ code: 413, data: null })
      expect(await send(t, token, new Uint8Array(UPLOAD_BYTES + 100_000))).toMatchObject({ code: 413, data: null })
    }),
  )

  test(
    'is accepted sixty times a minute, and up to the storage limit of the account',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const bytes = jpeg()
      for (let n = 0; n < 60; n += 1) expect((await send(t, token, bytes)).code).toBe(200)
      expect(await send(t, token, bytes)).toMatchObject({ code: 429, message: '上传过于频繁，请 60 秒后再试' })
      t.clock.pass(61_000)
      expect((await send(t, token, bytes)).code).toBe(200)
      await t.db
        .update(upload)
        .set({ size: 500 * 1024 * 1024 - 10 })
        .where(eq(upload.id, (await t.db.select().from(upload))[0]!.id))
      expect(await send(t, token, bytes)).toMatchObject(FULL)
    }),
  )

  test(
    'that is missing is rejected at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(uploads.store, {} as never, token)
      expect(body).toMatchObject({ code: 400, errors: { file: expect.any(String) } })
    }),
  )
})

describe('access to a file', () => {
  test(
    'is limited to its sender; once a declaration uses it, also to the authority of the building, and no other unit',
    city.undone(async (t) => {
      const sender = await t.signIn('unit01')
      const { data: url } = await send(t, sender, jpeg())
      const others = ['unit02', 'wuye01', 'isv01', 'jingan', 'zhidui'] as const
      const tokens: Record<string, string> = {}
      for (const who of others) tokens[who] = await t.signIn(who)
      const outsiders = async () => {
        const seen: string[] = []
        for (const who of others)
          if ((await t.call(uploads.open, { url }, tokens[who])).body.code === 200) seen.push(who)
        return seen
      }
      expect(await outsiders()).toEqual([])
      const id = await declareWith(t, sender, url)
      expect(await outsiders()).toEqual(['jingan', 'zhidui'])
      await t.db.execute(`update building set county = '310101' where id = ${Number(id)}`)
      expect(await outsiders()).toEqual(['zhidui'])
    }),
  )

  test(
    'cannot be gained by guessing or altering its URL',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { data: url } = await send(t, token, jpeg())
      const code = async (said: string) => (await t.call(uploads.open, { url: said }, token)).body.code
      expect(await code(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).toBe(404)
      for (const said of ['/file/../../etc/passwd', `${url}/..`, 'https://evil.example/x', ''])
        expect(await code(said)).toBe(400)
      expect((await t.api.request(url)).status).toBe(404)
    }),
  )
})

test(
  'a file without a declaration is removed after a week, one of a declaration is kept',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { data: url } = await send(t, token, jpeg())
    const [row] = await t.db.select().from(upload)
    await t.db.update(upload).set({ storedAt: t.clock.now() })
    t.clock.pass(6 * 24 * 3_600_000)
    await sweepUploads(t.deps, t.clock.now())
    expect(await t.db.select().from(upload)).toHaveLength(1)
    t.clock.pass(2 * 24 * 3_600_000)
    await sweepUploads(t.deps, t.clock.now())
    expect(await t.db.select().from(upload)).toEqual([])
    expect(await t.deps.files.open(row!.fileKey)).toBeNull()
    expect(url).toContain(row!.token)
    expect(await t.db.select().from(account).where(eq(account.account, 'unit01'))).toHaveLength(1)
  }),
)

describe('the storage limit', () => {
  async function declareFull(t: TestApi, token: string) {
    const { data: url } = await send(t, token, jpeg())
    await t.db.update(upload).set({ size: 500 * 1024 * 1024 - 10, storedAt: t.clock.now() })
    await declareWith(t, token, url)
    expect(await send(t, token, jpeg())).toMatchObject(FULL)
    const [row] = await t.db.select().from(upload)
    return { approveId: row!.approvalId!, fileKey: row!.fileKey }
  }

  test.each(['agree', 'refuse'] as const)('does not count the files of a declaration after %s', (decision) =>
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { approveId, fileKey } = await declareFull(t, token)
      const input = { approveId, ...(decision === 'refuse' && { refuseReason: '附件不清晰' }) }
      expect((await t.call(approvals[decision], input, await t.signIn('zhidui'))).body.code).toBe(200)
      expect((await send(t, token, jpeg())).code).toBe(200)
      t.clock.pass(8 * 24 * 3_600_000)
      await sweepUploads(t.deps, t.clock.now())
      expect(await t.deps.files.open(fileKey)).not.toBeNull()
    })(),
  )

  test(
    'counts the files of a withdrawn declaration until they are removed after a week',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { approveId, fileKey } = await declareFull(t, token)
      expect((await t.call(approvals.withdraw, { approveId }, token)).body.code).toBe(200)
      expect(await send(t, token, jpeg())).toMatchObject(FULL)
      t.clock.pass(8 * 24 * 3_600_000)
      await sweepUploads(t.deps, t.clock.now())
      expect(await t.deps.files.open(fileKey)).toBeNull()
      expect((await send(t, await t.signIn('unit01'), jpeg())).code).toBe(200)
    }),
  )
})

test(
  'a stored file without a row is removed after a day; if no file has a row, all are kept',
  city.undone(async (t) => {
    const { data: url } = await send(t, await t.signIn('unit01'), jpeg())
    for (const key of ['uploads/stray', 'downloads/stray', 'papers/paper']) await t.deps.files.put(key, jpeg())
    const left = async () => {
      const keys: string[] = []
      for await (const { key } of t.deps.files.list()) keys.push(key)
      return keys.sort()
    }
    t.clock.pass(23 * 3_600_000)
    expect(await removeOrphanFiles(t.deps)).toBe(0)
    t.clock.pass(2 * 3_600_000)
    expect(await removeOrphanFiles(t.deps)).toBe(2)
    const kept = ['installation/clock', 'papers/paper', `uploads/${url.slice('/file/'.length)}`]
    expect(await left()).toEqual(kept)
    await t.db.delete(upload)
    expect(await removeOrphanFiles(t.deps)).toBe(0)
    expect(await left()).toEqual(kept)
  }),
)
