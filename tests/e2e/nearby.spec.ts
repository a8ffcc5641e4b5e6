import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'

const OF_UNIT = `select b.id::text, b.name, b.gis_x as lng, b.gis_y as lat from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
  where a.account = 'unit01' and b.gis_x is not null order by b.id limit 1`

test.use({ serviceWorkers: 'allow' })

test(
  'the building at the door is the first, two taps from home, also while the server is down',
  { tag: '@sizes' },
  async ({ page, context, server, sql }) => {
    const [door] = await sql<{ id: string; name: string; lng: number; lat: number }>(OF_UNIT)
    await context.grantPermissions(['geolocation'], { origin: server.url })
    await context.setGeolocation({ longitude: door!.lng + 0.001, latitude: door!.lat, accuracy: 25 })
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    await page.goto('/buildingList')
    await page.getByRole('link', { name: '附近', exact: true }).click()
    const list = page.getByRole('list', { name: '附近建筑，由近到远' })
    await expect(list.getByRole('link').first()).toContainText(door!.name)
    await expect(list.getByRole('link').first()).toContainText(/(90|100) 米\s*西/)
    await list.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(door!.name)
    await page.goBack()
    await expect(list).toBeVisible()
    await server.stop()
    await page.reload()
    const kept = page.getByRole('list', { name: '本机保存的附近建筑，由近到远' })
    await expect(kept.getByRole('link').first()).toContainText(door!.name)
    await expect(page.getByText(/以下来自本机保存的 \d+ 栋建筑/)).toBeVisible()
    await kept.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(door!.name)
  },
)
