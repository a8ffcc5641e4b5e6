import { expect, test } from './fixtures.ts'
import { fillInformation } from './unit-information.ts'
import { DEMO_PASSWORD, signIn } from './people.ts'

const OWN_PASSWORD = 'Own@2026pass'

interface Former {
  readonly password_hash: string
  readonly unit_id: string
}

let former: Former | undefined

test.beforeEach(async ({ sql }) => {
  ;[former] = await sql<Former>(`select password_hash, unit_id from account where account = 'unitnew'`)
  await beginAnew(sql)
})
test.afterEach(({ sql }) => beginAnew(sql))

async function beginAnew(sql: (query: string, values: unknown[]) => Promise<unknown>) {
  const { password_hash, unit_id } = former!
  await sql(`update account set password_hash = $1, must_change_password = true where account = 'unitnew'`, [
    password_hash,
  ])
  await sql(`update unit set profile_complete = false where id = $1`, [unit_id])
}

test(
  'a new unit changes its password first, then completes its information, then reads the dashboard, in no other order',
  { tag: '@wide' },
  async ({ page, sql }) => {
    await signIn(page, 'unitnew')
    const password = page.getByRole('dialog', { name: '修改初始密码' })
    await expect(password).toContainText('旧密码')
    await page.keyboard.press('Escape')
    await expect(password.getByRole('button', { name: '关闭' })).toHaveCount(0)
    await page.goto('/problemStatistics')
    await expect(password).toContainText('旧密码')
    await password.getByLabel('旧密码').fill(DEMO_PASSWORD)
    await password.getByLabel('新密码').fill(OWN_PASSWORD)
    await password.getByLabel('确认密码').fill(OWN_PASSWORD)
    await password.getByRole('button', { name: '完成' }).click()
    await expect(page).not.toHaveURL(/socialData|problemStatistics/)

    await signIn(page, 'unitnew', '/login', OWN_PASSWORD)
    const information = page.getByRole('dialog', { name: '完善基本信息' })
    await expect(information).toContainText('统一社会信用代码')
    await page.keyboard.press('Escape')
    await expect(information.getByRole('button', { name: '关闭' })).toHaveCount(0)
    await page.goto('/problemStatistics')
    await expect(information).toContainText('统一社会信用代码')

    await fillInformation(information)
    await expect(page.getByText(/已保存“.+”的单位信息/)).toBeVisible()
    await expect(information).toHaveCount(0)
    await page.goto('/socialData')
    await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
    const [after] = await sql<{ owes: boolean; complete: boolean; code: string; points: string }>(`
      select a.must_change_password as owes, u.profile_complete as complete, u.credit_code as code,
        (select count(*) from point p join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
         where bu.unit_id = u.id) as points
      from account a join unit u on u.id = a.unit_id where a.account = 'unitnew'`)
    expect(after).toMatchObject({ owes: false, complete: true, code: '91310101MA1FPX1234' })
    await expect(page.getByRole('region', { name: '设备信息' })).toContainText(`点位总数${after!.points}`)
  },
)
