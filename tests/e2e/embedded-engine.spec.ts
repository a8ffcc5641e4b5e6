import { BuiltServer } from '../support/built-server.ts'
import { expect, test } from './fixtures.ts'

let embedded: BuiltServer

test.beforeAll(async () => {
  test.setTimeout(300_000)
  embedded = await BuiltServer.start()
})
test.afterAll(() => embedded.remove())

test('npm start turns an empty folder into the demo city, which survives a stop and a kill', async ({ request }) => {
  const ready = async () => (await request.get(`${embedded.url}/ops/ready`)).json()
  const picture = async () => (await request.post(`${embedded.url}/user/sendPhotograph`)).json()

  async function signIn() {
    const { photographToken } = (await picture()).data as { photographToken: string }
    const form = { account: 'unit01', password: 'Fire@119demo', photographCode: '0000', photographToken, type: '1' }
    return (await request.post(`${embedded.url}/wuye/user/login`, { form })).json()
  }
  expect(await ready()).toEqual({ status: 'ok', version: expect.stringMatching(/\S/) })
  expect(await signIn()).toMatchObject({ code: 200, data: { 'x-auth-token': expect.any(String) } })

  // The error names the running server.
  expect(await embedded.run('admin', 'organs')).toEqual({ code: 1, said: expect.stringContaining('请先停止服务') })
  expect(await embedded.stop()).toBe(0)
  expect(await embedded.run('admin', 'organs')).toEqual({ code: 0, said: expect.stringContaining('静安区') })
  await embedded.start()
  expect(await signIn()).toMatchObject({ code: 200 })

  await embedded.stop('SIGKILL')
  await embedded.start()
  expect(await signIn()).toMatchObject({ code: 200 })
})

test('an invalid setting is reported in a line, by the console and by a server that cannot start', async () => {
  const { said } = await embedded.run('admin', 'organs', '--all')
  expect(said).toMatch(/^选项不存在：--all\n/)
  await expect(embedded.restart({ DATABASE_URL: 'postgres://fire@127.0.0.1:1/fire' })).rejects.toThrow()
  const told = /^DATABASE_URL: the database does not answer \(.*\)\n$/
  expect(await embedded.run('main')).toEqual({ code: 1, said: expect.stringMatching(told) })
})
