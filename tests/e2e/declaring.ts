import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import { jpeg } from '../support/hostile-uploads.ts'
import { pressInRow } from './people.ts'

export const photo = (n: number) => ({
  name: `现场${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(jpeg(40, 30, `${n}`)),
})

/** All but the files. @param site other than the test's own */
export async function begin(page: Page, nth: number, reason: string, site = ''): Promise<Locator> {
  await page.goto(`${site}/buildingList`)
  await pressInRow(page, '申报', nth)
  const dialog = page.getByRole('dialog', { name: '特殊申报' })
  await dialog.getByLabel('申报类型').first().click()
  await page.getByRole('menuitemcheckbox', { name: '其他' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await dialog.getByLabel('申报原因').fill(reason)
  return dialog
}

export const choose = (dialog: Locator, files: Parameters<Locator['setInputFiles']>[0]) =>
  dialog.locator('input[type=file][multiple]').setInputFiles(files)
