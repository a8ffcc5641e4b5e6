import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { unit, type UnitDetail } from '#contract/unit.ts'
import { oweInformation } from '../support/callers.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const outlines = readFileSync('public/geo/districts.json', 'utf8')
// A static file of the app.
beforeEach(() => network.use(http.get('*/geo/districts.json', () => HttpResponse.text(outlines))))

test('a unit reads its information masked, unmasks each section separately, and reads it masked the next time', async () => {
  const told = (await t.call(unit.detail, {}, await t.signIn('unit01'))).body.data as unknown as UnitDetail
  const { user } = await signIn('unit01')
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /^账号：/ }))
    await user.click(screen.getByRole('menuitem', { name: '单位信息' }))
    return within(await screen.findByRole('dialog', { name: '单位信息' }))
  }
  const dialog = await open()
  const phone = told.contactsPhone ?? ''
  await dialog.findByText(`${phone.slice(0, 1)}*********${phone.slice(-1)}`)
  expect(dialog.queryByText(told.legalPhone ?? '')).toBeNull()
  await user.click(dialog.getByRole('button', { name: '显示消防管理信息' }))
  expect(dialog.getByText(phone)).toBeVisible()
  expect(dialog.queryByText(told.legalPhone ?? '')).toBeNull()
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  await again.findByText(`${phone.slice(0, 1)}*********${phone.slice(-1)}`)
  expect(again.queryByText(phone)).toBeNull()
})

test('the area has the same text in view and edit', async () => {
  const { user } = await signIn('unit01')
  await user.click(await screen.findByRole('button', { name: /^账号：/ }))
  await user.click(screen.getByRole('menuitem', { name: '单位信息' }))
  const dialog = within(await screen.findByRole('dialog', { name: '单位信息' }))
  await user.click(await dialog.findByRole('button', { name: '显示基本信息' }))
  const read = dialog.getByText('所在区域').nextElementSibling!
  await waitFor(() => expect(read).toHaveTextContent(/^上海市 \/ [^/]+区 \/ [^/]+$/))
  const words = read.textContent
  await user.click(dialog.getByRole('button', { name: '编辑' }))
  await waitFor(() => expect(dialog.getByLabelText(/^所在区域/)).toHaveTextContent(words))
})

test('a user with required information has no other page: errors are shown at the fields, and saving opens the dashboard', async () => {
  await oweInformation(t, 'unit02')
  const { user } = await signIn('unit02')
  const dialog = within(await screen.findByRole('dialog', { name: '完善基本信息' }))
  const credit = await dialog.findByLabelText(/^统一社会信用代码/)
  expect(dialog.queryByRole('button', { name: '关闭' })).toBeNull()
  expect(screen.queryByLabelText('选择建筑')).toBeNull()
  const kept = (credit as HTMLInputElement).value
  fireEvent.change(credit, { target: { value: '123' } })
  fireEvent.change(dialog.getByLabelText(/^联系人电话/), { target: { value: '12800000000' } })
  await user.selectOptions(dialog.getByLabelText(/^监管类别/), '重点单位')
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('请输入正确的统一社会信用代码')).toBeVisible()
  expect(dialog.getByText('请输入正确的手机号!')).toBeVisible()

  fireEvent.change(credit, { target: { value: kept } })
  fireEvent.change(dialog.getByLabelText(/^联系人电话/), { target: { value: '13811112222' } })
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await screen.findByLabelText('选择建筑')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: '完善基本信息' })).toBeNull()
  const { body } = await t.call(auth.detail, {}, await t.signIn('unit02'))
  expect(body.data).toMatchObject({ isNeedEdit: 1 })
})

test('after another’s save both versions are shown, and what is chosen is saved without typing again', async () => {
  await oweInformation(t, 'unit02')
  const { user } = await signIn('unit02')
  const dialog = within(await screen.findByRole('dialog', { name: '完善基本信息' }))
  const phone = await dialog.findByLabelText(/^联系人电话/)
  fireEvent.change(phone, { target: { value: '13811113333' } })
  await user.selectOptions(dialog.getByLabelText(/^监管类别/), '重点单位')
  const ofUnit02 = sql`id = (select unit_id from account where account = 'unit02')`
  await t.db.execute(sql`
    update unit set legal_name = '王他人', safe_duty_name = '李他人', modified_at = modified_at + interval '1 minute'
    where ${ofUnit02}`)
  await user.click(dialog.getByRole('button', { name: '确定' }))
  const conflict = within(await dialog.findByRole('region', { name: '修改冲突' }))
  expect(conflict.getByRole('row', { name: /^消防安全责任人 .*李他人/ })).toBeVisible()
  expect(conflict.queryByRole('row', { name: /^单位地址/ })).toBeNull()
  await user.click(conflict.getByRole('button', { name: '法定代表人采用对方内容' }))
  expect(dialog.getByRole('textbox', { name: /^法定代表人(?!电话)/ })).toHaveValue('王他人')
  expect(phone).toHaveValue('13811113333')
  await user.click(dialog.getByRole('button', { name: '按所选保存' }))
  expect(await screen.findByLabelText('选择建筑')).toBeVisible()
  const { rows } = await t.db.execute(sql`
    select legal_name as legal, contacts_phone as phone, safe_duty_name = '李他人' as duty from unit where ${ofUnit02}`)
  expect(rows).toEqual([{ legal: '王他人', phone: '13811113333', duty: false }])
})

test('an unknown address is cleared with a warning, a known one moves the map', async () => {
  const { user } = await signIn('unit01')
  await user.click(await screen.findByRole('button', { name: /^账号：/ }))
  await user.click(screen.getByRole('menuitem', { name: '单位信息' }))
  const dialog = within(await screen.findByRole('dialog', { name: '单位信息' }))
  await user.click(await dialog.findByRole('button', { name: '编辑' }))
  const address = await dialog.findByLabelText(/^地图地址/)
  await dialog.findByRole('button', { name: /^地图，中心为/ })
  fireEvent.change(address, { target: { value: '不知何处' } })
  fireEvent.blur(address)
  expect(await screen.findByText('无法查询到该地点')).toBeVisible()
  expect(address).toHaveValue('')
  fireEvent.change(address, { target: { value: '崇明区某镇某路1号' } })
  fireEvent.blur(address)
  expect(await dialog.findByRole('button', { name: /^地图，中心为经度 121\.[3-6]\d+，纬度 31\.[5-8]/ })).toBeVisible()
  expect(address).toHaveValue('崇明区某镇某路1号')
})
