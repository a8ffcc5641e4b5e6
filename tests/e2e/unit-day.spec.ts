import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

const isPhone = (width: number | undefined) => (width ?? 0) < 768

test(
  'a unit checks in with two presses, makes up a missed day, reads and deletes a notification, opens a problem and exports the list',
  { tag: '@sizes' },
  async ({ page, sql }) => {
    // Another journey may have checked in automatically.
    await sql(`delete from checkin where day = (now() at time zone 'Asia/Shanghai')::date
      and unit_id = (select unit_id from account where account = 'unit01')`)
    await signIn(page, 'unit01')

    await page.getByRole('button', { name: '签到', exact: true }).click()
    const panel = page.getByRole('region', { name: '每天签到' })
    await panel.getByRole('button', { name: '立即签到' }).click()
    await expect(page.getByText('签到成功')).toBeVisible()
    await expect(panel.getByRole('button', { name: '今日已签' })).toBeDisabled()
    const rows = await sql<{ day: string; status: number }>(`
      select c.day::text, c.status from checkin c join account a on a.unit_id = c.unit_id
      where a.account = 'unit01' and c.at > now() - interval '1 hour'`)
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(rows).toEqual([{ day: today, status: 2 }])

    const missed = panel.getByRole('button', { name: /^补签/ })
    const count = await missed.count()
    if (count > 0) {
      await missed.first().click()
      await expect(page.getByText('补签成功')).toBeVisible()
      await expect(missed).toHaveCount(count - 1)
    }
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    const unread = async () => {
      const [row] = await sql<{ n: string }>(`
        select count(*) as n from message_receiver r join account a on a.id = r.account_id
        where a.account = 'unit01' and r.read_at is null and r.deleted_at is null`)
      return Number(row!.n)
    }
    // On phones the other kinds lead straight to their thing.
    await sql(`update message_receiver r set read_at = null, deleted_at = null from message m, account a
      where m.id = r.message_id and a.id = r.account_id and a.account = 'unit01' and m.title like '%周报%'`)
    await page.reload()
    const before = await unread()
    expect(before).toBeGreaterThan(0)
    const bell = page.getByRole('link', { name: '消息通知', includeHidden: true })
    await expect(bell).toContainText(String(before))
    await bell.click()
    const box = isPhone(page.viewportSize()?.width) ? page.getByRole('main') : page.getByRole('dialog')
    await box.getByText(/^未读 \d+$/).click()
    const title = box.getByRole('list', { name: '消息列表' }).getByRole('button', { name: /周报/ }).first()
    await expect(box.getByText(`共 ${before} 条`)).toBeVisible()
    const name = await title.innerText()
    await title.click()
    await expect(box.getByRole('heading', { name, level: 2 }).last()).toBeVisible()
    await expect(box.getByText(/^阅读时间 \d{4}/)).toBeVisible()
    await expect(bell).toContainText(before > 1 ? String(before - 1) : '')
    expect(await unread()).toBe(before - 1)

    await box.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('删除成功')).toBeVisible()
    await expect(box.getByText(`共 ${before - 1} 条`)).toBeVisible()

    await page.goto('/problemStatistics')
    const main = page.getByRole('main')
    await expect(async () => {
      const chips = main.getByRole('group', { name: '问题状态' })
      const shown = await Promise.all(
        [/^未解决/, /^已解决/, /^总问题/].map(
          async (name) => (await chips.getByRole('button', { name }).innerText()).match(/[\d,]+/)?.[0],
        ),
      )
      const [truth] = await sql<Record<'open' | 'solved' | 'total', string>>(`
        select count(*) filter (where solved_at is null) as open, count(solved_at) as solved, count(*) as total
        from problem p join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
        join account a on a.unit_id = bu.unit_id where a.account = 'unit01'`)
      expect(shown).toEqual([truth!.open, truth!.solved, truth!.total].map((n) => Number(n).toLocaleString('en-US')))
    }).toPass()
    await page.goto('/problemStatistics?kind=fault')
    await main
      .getByRole('link', { name: /故障|过低|过高|手动|断电/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: '问题资料' })).toContainText('设备编号')
    await page.goto('/problemStatistics')
    const download = page
      .context()
      .waitForEvent('page')
      .then((popup) => popup.waitForEvent('download'))
    await expect(main.getByRole('link', { name: /故障|离线/ }).first()).toBeVisible()
    const filters = main.getByRole('button', { name: '筛选' })
    if (await filters.isVisible()) await filters.click()
    await page.getByRole('button', { name: '导出' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  },
)
