import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { callBatch } from '#contract/call-batch.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ingest } from '#contract/ingest.ts'
import { point } from '#contract/point.ts'
import { record } from '#contract/record.ts'
import { ask, buildingOf } from '../support/ask-records.ts'
import { MINUTE, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { loadedTable } from '../support/loaded-table.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

async function openRecords(id: number) {
  const app = await signIn('unit01', '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(`/buildDetail/${id}/1/iotInfo`)
  return app
}

test('records of the only point of an item type are found after its removal', async () => {
  const id = await buildingOf(t, 'unit01')
  const { rows } = await t.db.execute<{ id: string; provider: string; project: string }>(sql`
    insert into point (building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, created_at)
    values (${id}, 'D-8-38', 'P-8-38', '应急照明灯', 145, 8, 38, 2, now())
    returning id, (select provider_id from building b where b.id = building_id) as provider,
      (select open_project_id from building b where b.id = building_id) as project`)
  const [own] = rows
  const event = { kind: 'fault', phase: 'begin', pointNumber: 'P-8-38' } as const
  await programOf(t, Number(own!.provider)).call(ingest.events, {
    items: [{ ...event, projectId: own!.project, time: wire(t, MINUTE) }] as never,
  })
  const { body } = await t.call(point.delete, { id: Number(own!.id) }, await t.signIn('unit01'))
  expect(body.code).toBe(200)
  const { user } = await openRecords(id)
  const menu = within(await screen.findByRole('navigation', { name: '消防系统' }))
  await user.click(await menu.findByRole('button', { name: /^应急灯具故障/ }))
  const table = await loadedTable('应急灯具故障')
  await waitFor(() => expect(table.getByText('应急照明灯')).toBeVisible())
  expect(table.getAllByRole('row')).toHaveLength(2)
})

test('the last page of records left takes the place of one that is gone', async () => {
  const id = await buildingOf(t, 'unit01')
  const input = { apiId: 1, relationId: id, pageSize: 10 }
  const page = await ask<OutputOf<typeof record.fires>, typeof record.fires>(
    t,
    record.fires,
    input,
    await t.signIn('unit01'),
  )
  let total = 12
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${record.fires.path}`, ({ request }) => {
      const from = (Number(new URL(request.url).searchParams.get('currentPage') ?? 1) - 1) * 10
      const list = Array.from({ length: Math.max(0, Math.min(total - from, 10)) }, (_, at) => ({
        ...page.list[0],
        id: `${from + at + 1}`,
        deviceName: `探测器${from + at + 1}`,
      }))
      return HttpResponse.json({ code: 200, message: '', msg: '', data: { list, total } })
    }),
  )
  const { user, client } = await openRecords(id)
  await screen.findByText('探测器1')
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('探测器12')
  total = 9
  await client.invalidateQueries({ queryKey: [record.fires.id] })
  expect(await screen.findByText('探测器9')).toBeVisible()
  expect(screen.queryByText('没有火警记录')).toBeNull()
})
