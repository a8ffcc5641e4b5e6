import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { controls, overlay, press, settle, standing, standsOpen, titleOver, type Control } from './axe-page.ts'
import type { Place } from './axe-places.ts'

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
export type Size = keyof typeof SIZES
/** Beyond it fields repeat. */
const INSIDE = 12

/** With AXE_SECONDS a run continues. */
const doneFile = process.env.AXE_DONE
const end = Date.now() + Number(process.env.AXE_SECONDS ?? Infinity) * 1000
const done = new Set<string>(readDone())

function readDone(): string[] {
  try {
    return JSON.parse(readFileSync(doneFile ?? '', 'utf8')) as string[]
  } catch {
    return []
  }
}

function finish(id: string): void {
  done.add(id)
  if (doneFile) writeFileSync(doneFile, JSON.stringify([...done]))
}

export interface Press {
  readonly page: Page
  readonly place: Place
  open(): Promise<void>
  judge(size: Size, where: string): Promise<void>
}

export async function pressEverything(walk: Press): Promise<boolean> {
  const { page, place } = walk
  if (done.has(`${place.viewer} ${place.address}`)) return true
  await walk.open()
  for (const size of Object.keys(SIZES) as Size[]) {
    await page.setViewportSize(SIZES[size])
    await settle(page)
    const own = (at: Size, { frame, key }: Control) => `${place.viewer} ${at} ${frame ? '' : place.address} ${key}`
    const before = await controls(page, 'body')
    for (const control of before) {
      if (done.has(own(size, control))) continue
      if (Date.now() > end) return false
      if (await pressOne(walk, control)) {
        if (await judgeOpen(walk, size, control.key)) done.add(own('phone', control))
        const isWhole = await pressWithin(walk, size, control, new Set(before.map(({ key }) => key)))
        if (!isWhole) return false
        await back(walk)
      }
      finish(own(size, control))
    }
  }
  await page.setViewportSize(SIZES.desktop)
  finish(`${place.viewer} ${place.address}`)
  return true
}

/** @returns whether it stayed open */
async function judgeOpen({ page, judge }: Press, size: Size, where: string): Promise<boolean> {
  await judge(size, where)
  if (size === 'phone') return true
  const here = await standsOpen(page)
  await page.setViewportSize(SIZES.phone)
  await settle(page)
  const isSame = here !== '' && (await standsOpen(page)) === here
  if (isSame) await judge('phone', where)
  await page.setViewportSize(SIZES.desktop)
  await settle(page)
  return isSame
}

/** Reloads if one remains. */
async function back({ page, place, open }: Press): Promise<void> {
  const close = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^(关闭|取消)$/ })
  if (await overlay(page))
    await close
      .first()
      .click({ timeout: 1_500 })
      .catch(() => undefined)
  else await page.keyboard.press('Escape')
  await settle(page)
  if ((await standsOpen(page)) !== '' || !page.url().endsWith(place.address)) await open()
}

/** @returns whether something opened */
async function pressOne({ page, open }: Press, control: Control): Promise<boolean> {
  const now = (await controls(page, 'body')).find(({ key }) => key === control.key)
  if (!now) return false
  const before = await standing(page)
  const address = page.url()
  if (!(await press(page, now))) return false
  await settle(page)
  if (new URL(page.url()).pathname !== new URL(address).pathname) {
    // Looked at in its own right.
    await open()
    return false
  }
  if ((await standing(page)) !== before) return true
  if (page.url() !== address) await open()
  return false
}

/** @returns false when out of time */
async function pressWithin(walk: Press, size: Size, opener: Control, onPage: ReadonlySet<string>): Promise<boolean> {
  const { page, place } = walk
  if (/退出登录/.test(opener.key)) return true
  const within = await overlay(page)
  const path = new URL(page.url()).pathname
  const title = `${place.viewer} ${size} ${within ? await titleOver(page, within) : opener.key}`
  const look = () => controls(page, within ?? 'body')
  // Compared with the controls before the press.
  const inside = (await look()).filter(
    ({ key }) => !/^(关闭|取消|关闭提示)$/.test(key) && (within !== null || !onPage.has(key)),
  )
  for (const control of inside.slice(0, INSIDE)) {
    const id = `${title} → ${control.key}`
    if (done.has(id)) continue
    if (Date.now() > end) return false
    finish(id)
    const find = async () => (await look()).find(({ key }) => key === control.key)
    let now = await find()
    if (!now) {
      await back(walk)
      if (!(await pressOne(walk, opener))) return true
      now = await find()
    }
    const before = await standing(page)
    if (!now || !(await press(page, now))) continue
    await settle(page)
    if (new URL(page.url()).pathname !== path) {
      await walk.open()
      continue
    }
    if ((await standing(page)) === before) continue
    if (await judgeOpen(walk, size, `${opener.key} → ${control.key}`)) finish(id.replace(size, 'phone'))
  }
  return true
}
