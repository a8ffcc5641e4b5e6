import { cleanup, screen, waitFor } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { takeEntryToken, entryToken } from '#app/session/entry-token.ts'
import { cut } from '#mocks/faults.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

afterEach(() => entryToken.write(null))

async function idOf(account: string): Promise<string> {
  const found = await t.db.execute<{ id: string }>(sql`select id from account where account = ${account}`)
  return found.rows[0]!.id
}

const settled = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

async function putRow(name: string): Promise<void> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    const { result: db } = request
    if (name.includes('unsent')) db.createObjectStore('writes', { keyPath: 'seq', autoIncrement: true })
    else db.createObjectStore('answers')
    const [store] = Array.from(db.objectStoreNames)
    const rows = request.transaction!.objectStore(store!)
    if (rows.keyPath === null) rows.put('1', 'head:1')
    else rows.put({ key: 'k' })
  })
  const db = await settled(request)
  db.close()
}

const deleteDatabase = (name: string) => settled(indexedDB.deleteDatabase(name))

async function ticketOf(account: string): Promise<string> {
  const { body } = await t.call(auth.ticket, {}, await t.signIn(account))
  return (body.data as { ticket: string }).ticket
}

describe('a ticket in the URL', () => {
  test('opens the account, is removed from the URL, and the session continues with the real token', async () => {
    const ticket = await ticketOf('unit01')
    const { router } = await open(`/login#${ticket}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(router.state.location.href).toBe('/socialData')
    const kept = JSON.parse(localStorage.getItem('fire-docking:Headers')!) as { 'x-auth-token': string }
    expect(kept['x-auth-token']).not.toBe(ticket)
    expect((await t.call(auth.detail, {}, kept['x-auth-token'])).body.data).toMatchObject({ account: 'unit01' })
    expect(JSON.stringify({ ...localStorage })).not.toContain(ticket)
    expect(t.logged.join('\n')).not.toContain(ticket)
  })

  test('of the authority dashboard opens that page', async () => {
    const address = new URL(`https://fire.example/fireDepData?token=${await ticketOf('zhidui')}`)
    const shown: string[] = []
    takeEntryToken(address, { replaceState: (_state, _unused, next) => void shown.push(String(next)) })
    expect(shown).toEqual(['/loginxf'])
    const { router } = await open(shown[0]!)
    expect(await screen.findByText('登录中')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
    expect(entryToken.read()).toBeNull()
  })

  test('shows the account it opened', async () => {
    await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByText('已登录账号 unit01（方思齐）')).toBeVisible()
  })

  test('of the account signed in here opens it without a confirmation', async () => {
    await signIn('unit02')
    await screen.findByRole('heading', { name: '首页', level: 1 })
    cleanup()
    const { router } = await open(`/login#${await ticketOf('unit02')}`)
    expect(await screen.findByText('已登录账号 unit02（章海峰）')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })

  async function openOthers() {
    await signIn('unit02')
    await screen.findByRole('heading', { name: '首页', level: 1 })
    cleanup()
    const kept = localStorage.getItem('fire-docking:UserInfo')
    const before = { ...localStorage }
    const opened = await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByRole('heading', { name: '是否登录此账号？' })).toBeVisible()
    expect(screen.getByText('方思齐')).toBeVisible()
    expect(screen.getByText('账号 unit01')).toBeVisible()
    expect(screen.getByText(/本机已登录账号 unit02（章海峰）/)).toBeVisible()
    expect(localStorage.getItem('fire-docking:UserInfo')).toBe(kept)
    expect(localStorage.getItem('fire-docking:Headers')).toBe(before['fire-docking:Headers'])
    return opened
  }

  test('of another account asks for confirmation; then the former session ends', async () => {
    const { router, user } = await openOthers()
    await user.click(screen.getByRole('button', { name: '继续登录' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:UserInfo')).toContain('unit01')
    expect(entryToken.read()).toBeNull()
  })

  test('that is declined leaves the account signed in here, and the ticket’s session ends', async () => {
    const { router, user } = await openOthers()
    await user.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:UserInfo')).toContain('unit02')
    const { rows } = await t.db.execute(sql`select 1 from session s join account a on a.id = s.account_id
      where a.account = 'unit01' and s.ended_at is null`)
    expect(rows).toEqual([])
  })

  const KEPT = [
    ['unsent work', (id: string) => `fire-unsent-${accountHash(id)}`],
    ['buildings saved for offline use', (id: string) => `fire-read-${accountHash(id)}-packs`],
  ] as const

  test.each(KEPT)('asks for confirmation if %s of another account are on the device', async (_, nameFor) => {
    const name = nameFor(await idOf('unit02'))
    await putRow(name)
    await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByText(/本机保存着其他账号的内容/)).toBeVisible()
    await deleteDatabase(name)
  })

  test.each(KEPT)('does not ask for confirmation if %s on the device are the account’s own', async (_, nameFor) => {
    const name = nameFor(await idOf('unit01'))
    await putRow(name)
    const { router } = await open(`/login#${await ticketOf('unit01')}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    cleanup()
    await deleteDatabase(name)
  })

  test('that was used before shows a message, and the form', async () => {
    const ticket = await ticketOf('unit01')
    await t.call(auth.detail, {}, ticket)
    const { router, user } = await open(`/login#${ticket}`)
    expect(await screen.findByText(/登录链接已使用过或已失效/)).toBeVisible()
    expect(router.state.location.href).toBe('/login')
    await user.click(screen.getByRole('button', { name: '重新登录' }))
    expect(await screen.findByLabelText(/^账号/)).toBeVisible()
  })

  test('is retried when the network is back', async () => {
    const ticket = await ticketOf('unit01')
    network.use(cut())
    const { router, user } = await open(`/login#${ticket}`)
    expect(await screen.findByText('服务连接出错，请稍后再试！')).toBeVisible()
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })
})
