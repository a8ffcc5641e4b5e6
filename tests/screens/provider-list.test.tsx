import { screen, waitFor, within } from '@testing-library/react'
import { eq, inArray, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
const width = windowWidth(true)

interface Served {
  readonly id: number
  readonly name: string
  readonly buildings: number
}
let silent: Served
let heard: Served

beforeAll(async () => {
  const rows = await t.db
    .select({ id: provider.id, name: provider.name, buildingId: building.id })
    .from(building)
    .innerJoin(provider, eq(provider.id, building.providerId))
    .where(isNotNull(building.providerId))
  const served = (id: number) => rows.filter((row) => row.id === id)
  const [first, second] = [...new Set(rows.map(({ id }) => id))].map((id) => ({
    id,
    name: served(id)[0]!.name,
    buildings: served(id).length,
  }))
  ;[silent, heard] = [first!, second!]
  const ids = (of: Served) => served(of.id).map(({ buildingId }) => buildingId)
  await t.db
    .update(point)
    .set({ online: false })
    .where(inArray(point.buildingId, ids(silent)))
  await t.db
    .update(point)
    .set({ online: true })
    .where(inArray(point.buildingId, ids(heard)))
})

async function open(search = {}) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to: '/companyList', search })
  return app
}
const rowOf = async (name: string) => within((await screen.findByText(name, { selector: 'td *' })).closest('tr')!)

test('a provider has the number of its buildings; one whose data does not arrive leads to them', async () => {
  await open()
  expect(await (await rowOf(heard.name)).findByText(`${heard.buildings} 栋`)).toBeVisible()
  const link = await (await rowOf(silent.name)).findByRole('link', { name: `${silent.buildings} 栋收不到数据` })
  expect(decodeURIComponent(link.getAttribute('href')!)).toMatch(new RegExp(`^/buildingList\\?isvId="?${silent.id}"?$`))
})

test('on a phone a row says first that data does not arrive, and a due one offers its review while folded', async () => {
  width.isWide = false
  const { user } = await open()
  const title = await screen.findByRole('button', { name: new RegExp(`^${silent.name}`) })
  await waitFor(() => expect(title).toHaveTextContent(new RegExp(`${silent.buildings} 栋收不到数据 · 必接项`)))
  const [due] = await t.db.select().from(provider).where(eq(provider.status, 2))
  await user.click(await screen.findByRole('button', { name: `审核，${due!.name}` }))
  const row = within(screen.getByRole('button', { name: new RegExp(`^${due!.name}`) }).closest('tr')!)
  expect(row.queryByText('待审核')).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: '审核服务商' }))
  expect(dialog.getByText(due!.name)).toBeVisible()
  expect(dialog.getByText(/^等待 /)).toBeVisible()
  expect(dialog.getByRole('link', { name: new RegExp(`^呼叫${due!.legalName}`) })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '通过' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(dialog.getByText(due!.name)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  expect(await screen.findByRole('dialog', { name: '驳回服务商' })).toBeVisible()
})

test('a provider that nothing can be done about is shown', async () => {
  const [bare] = await t.db.select().from(provider).where(eq(provider.status, 0))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `查看，${bare!.name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: '服务商信息' }))
  expect(dialog.getByText(bare!.name)).toBeVisible()
  expect(dialog.queryByRole('button', { name: '通过' })).toBeNull()
})
