import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import { jpeg } from '../support/hostile-uploads.ts'

/** A small photo; another for each number. */
export const photo = (n: number) => ({
  name: `现场${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(jpeg(40, 30, `${n}`)),
})

/** Opens the declaration of the nth building of the list that may be declared, and fills in all but the files. @param site another than the test's own */
export async function begin(page: Page, nth: number, reason: string, site = ''): Promise<Locator> {
  await page.goto(`${site}/buildingList`)
  await page.getByRole('button', { name: '申报', exact: true }).nth(nth).click()
  const dialog = page.getByRole('dialog', { name: '特殊申报' })
  await dialog.getByLabel('申报类型').first().click()
  await page.getByRole('menuitemcheckbox', { name: '其他' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await dialog.getByLabel('申报原因').fill(reason)
  return dialog
}

/** Gives it files. */
export const choose = (dialog: Locator, files: Parameters<Locator['setInputFiles']>[0]) =>
  dialog.locator('input[type=file][multiple]').setInputFiles(files)
