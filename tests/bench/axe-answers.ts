import type { BrowserContext, Route } from '@playwright/test'
import { endpoints } from '#contract/all.ts'

const calls = endpoints()
const changes = new Set(calls.filter((call) => call.effect && call.group !== 'auth').map((call) => call.path as string))
const isCall = new Set(calls.filter((call) => call.group !== 'auth').map((call) => call.path as string))
/** Needed by every page. */
const FURNITURE = ['auth', 'account', 'dictionary', 'place', 'content', 'unit']
const lists = new Set(
  calls.filter((call) => !call.effect && !FURNITURE.includes(call.group)).map((call) => call.path as string),
)

const refusal = (code: number, message: string) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ code, message, msg: message, data: null }),
})

export async function refuseChanges(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => changes.has(url.pathname),
    (route) => route.fulfill(refusal(400, '提交的内容不符合要求，请按提示修改后重试')),
  )
}

/** But for signing in. */
export async function failCalls(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => isCall.has(url.pathname),
    (route) => route.fulfill(refusal(500, '服务连接出错，请稍后再试！')),
  )
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      /total|count|num$/i.test(name) && typeof each === 'number' ? 0 : emptied(each),
    ]),
  )
}

async function withoutRows(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.json()) as { data: unknown }
  await route.fulfill({ response, json: { ...body, data: emptied(body.data) } })
}

export async function emptyLists(context: BrowserContext): Promise<void> {
  await context.route((url) => lists.has(url.pathname), withoutRows)
}
