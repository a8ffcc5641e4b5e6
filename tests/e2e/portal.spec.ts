import type { Browser, Page, Response } from '@playwright/test'
import { chunkFile } from '../support/chunk-file.ts'
import { XSS_PAYLOADS } from '../support/xss-payloads.ts'
import { complaints, sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name })

test(
  'a visitor reads the latest of each column, a document, a whole column, a searched question and its answer',
  { tag: '@sizes' },
  async ({ page, context, sql }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/portal$/)
    for (const name of ['通知公告', '技术标准', '法律法规', '常见问题']) {
      await expect(column(page, name).getByRole('listitem')).toHaveCount(4)
    }
    expect(await complaints(page)).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)

    const [pinned] = await sql<{ id: string; title: string; read_num: number }>(
      'select id, title, read_num from information where type = 0 and state = 1 order by sequence desc, modified_at desc limit 1',
    )
    const documents: Response[] = []
    context.on('response', (response) => {
      // Chromium's viewer streams the file to itself without headers.
      const isAnswer = 'content-type' in response.headers()
      if (isAnswer && response.url().includes('/field/v1/download/')) documents.push(response)
    })
    const opening = context.waitForEvent('page')
    await column(page, '通知公告').getByRole('button', { name: pinned!.title }).click()
    await opening
    await expect.poll(() => documents.length).toBe(1)
    const [document] = documents
    expect([document!.status(), document!.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect(document!.headers()['content-disposition']).toMatch(/^inline/)
    const [read] = await sql<{ read_num: number }>('select read_num from information where id = $1', [pinned!.id])
    expect(read!.read_num).toBe(pinned!.read_num + 1)

    await page.bringToFront()
    await column(page, '技术标准')
      .getByRole('link', { name: /查看全部/ })
      .click()
    await expect(page.getByRole('heading', { name: '技术标准', level: 1 })).toBeVisible()
    expect(await complaints(page)).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)

    await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '常见问题' }).click()
    await page.getByRole('searchbox').pressSequentially('离线')
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '？' })).toHaveCount(
      (await sql(`select 1 from question where question like '%离线%' or answer_text like '%离线%'`)).length,
    )
    await page.getByRole('button', { name: /离线时能做什么/ }).click()
    const dialog = page.getByRole('dialog', { name: '离线时能做什么？' })
    await expect(dialog.getByText('联网后自动提交')).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('a URL with a question opens the stored answer; the answer in the URL is neither shown nor kept', async ({
  page,
}) => {
  const html = encodeURIComponent('<p>假的答案</p><img src=x onerror="window.xssRan=1">')
  await page.goto(`/portal/detail?type=4&question=${encodeURIComponent('忘记密码怎么办？')}&html=${html}`)
  await expect(page.getByRole('dialog').getByText('用新密码登录。')).toBeVisible()
  expect(await page.content()).not.toContain('假的答案')
  await expect(page).not.toHaveURL(/html/)
})

test('the three entrances open beside the notices; without a providers’ site they register here', async ({
  page,
  context,
}) => {
  await page.goto('/selectSys')
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: /消防救援机构登录/ }).click()
  const opened = await opening
  await expect(opened).toHaveURL(/\/loginxf$/)
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await expect(page.getByText('近两日').first()).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.goto('/register')
  await expect(page.getByRole('button', { name: '提交申请' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
})

test('an unknown URL redirects to the portal', async ({ page }) => {
  for (const path of ['/no/such/page', '/portal/none', '/socialData/none']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/portal$/)
  }
})

/** Returns whether a script ran. */
const pokeAround = (page: Page, where: string) =>
  page.evaluate((chosen) => {
    for (const element of document.querySelectorAll<HTMLElement>(chosen)) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.focus()
      if (/script|data:/i.test(element.getAttribute('href') ?? '')) element.click()
    }
    return 'xssRan' in window
  }, where)

/** Returns those that ran. */
async function runOfThose(page: Page, payloads: readonly string[]): Promise<string[]> {
  const cleaner = chunkFile('clean-html')
  return page.evaluate(
    async ([address, texts]) => {
      type Cleaner = { cleanHtml?(html: string): string }
      // A shared chunk exports the module under a generated name.
      const chunk = (await import(address)) as Cleaner
      const parts: Cleaner[] = [chunk, ...(Object.values(chunk) as Cleaner[])]
      const cleanHtml = parts.find((part) => part.cleanHtml)?.cleanHtml
      if (!cleanHtml) throw new Error(`no cleaner in ${address}`)
      const shown = document.body.appendChild(document.createElement('div'))
      const ran: string[] = []
      for (const text of texts) {
        shown.innerHTML = cleanHtml(`<p>甲${text}</p>`)
        for (const element of shown.querySelectorAll<HTMLElement>('*')) {
          for (const kind of ['mouseover', 'pointerenter', 'animationstart', 'toggle', 'error', 'load'])
            element.dispatchEvent(new Event(kind, { bubbles: true }))
          element.focus()
          if (element.getAttribute('href')?.startsWith('/') === false) element.click()
        }
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if ('xssRan' in window) ran.push(text)
        delete (window as { xssRan?: unknown }).xssRan
      }
      return ran
    },
    [cleaner, payloads] as const,
  )
}

async function visitor(browser: Browser, baseURL: string, bypassCSP: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, bypassCSP, reducedMotion: 'reduce', serviceWorkers: 'block' })
  return context.newPage()
}

for (const bypassCSP of [false, true]) {
  test(`of 154 payloads in titles, questions, answers and notices none runs, the content security policy ${bypassCSP ? 'off' : 'on'} @desktop`, async ({
    browser,
    baseURL,
    sql,
  }) => {
    await sql(`delete from information where title like '前%'`)
    await sql(`delete from notice where title like '前%'`)
    for (const [at, payload] of XSS_PAYLOADS.entries()) {
      const title = `前${at}${payload}`
      await sql(
        `insert into information (type, title, body, sequence, modified_at) values (0, $1, $1, ${1000 - at}, now())`,
        [title],
      )
      await sql(`insert into notice (title, url, created_at) values ($1, $2, now() + interval '1 hour')`, [
        title,
        payload,
      ])
    }
    const page = await visitor(browser, baseURL ?? '', bypassCSP)
    for (const address of ['/portal', '/selectSys', '/portal/detail?type=0']) {
      await page.goto(address)
      await expect(page.getByText(/^前\d+/).first()).toBeVisible()
      if (address.includes('detail')) {
        await page.getByLabel('每页条数').selectOption('50')
        await expect(page.getByText(/^前\d+/)).toHaveCount(50)
      }
      expect([address, await pokeAround(page, 'main li *')]).toEqual([address, false])
    }
    expect(await runOfThose(page, XSS_PAYLOADS)).toEqual([])
    if (bypassCSP) {
      // Unsanitised and without the policy it runs: the check detects it.
      await page.evaluate(
        (raw) => void (document.body.appendChild(document.createElement('div')).innerHTML = raw),
        XSS_PAYLOADS[0] ?? '',
      )
      await expect.poll(() => page.evaluate(() => 'xssRan' in window)).toBe(true)
    }
    // Raw answers of another server: only the client's sanitiser protects the page.
    await page.route('**/api/substance/question/list*', (route) => {
      const list = XSS_PAYLOADS.slice(0, 10).map((payload, at) => ({
        id: String(at),
        question: `第${at}问${payload}`,
        answerText: payload,
        answerHtml: `<p>甲${at}${payload}</p>`,
      }))
      return route.fulfill({ json: { code: 200, message: '', msg: '', data: { list, total: list.length } } })
    })
    await page.goto('/portal/detail?type=3')
    await page.getByRole('button', { name: /^第0问/ }).click()
    await expect(page.getByRole('dialog').getByText('甲0')).toBeVisible()
    expect(await pokeAround(page, '[role=dialog] *')).toBe(false)
    await expect(page.getByRole('dialog').locator('img')).toHaveCount(0)
    await page.context().close()
    await sql(`delete from information where title like '前%'`)
    await sql(`delete from notice where title like '前%'`)
  })
}
