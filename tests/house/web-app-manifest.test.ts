import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'

interface Shortcut {
  readonly name: string
  readonly url: string
  readonly icons: readonly { readonly src: string }[]
}

const manifest = JSON.parse(readFileSync(join(root, 'public/manifest.webmanifest'), 'utf8')) as {
  readonly start_url: string
  readonly icons: Shortcut['icons']
  readonly screenshots: Shortcut['icons']
  readonly shortcuts: readonly Shortcut[]
}
const tree = readFileSync(join(root, 'src/app/routeTree.gen.ts'), 'utf8')

test('every URL of the installed app is a page, the scanner among its shortcuts', () => {
  const addresses = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]
  expect(addresses.filter((address) => !tree.includes(`'${address}':`))).toEqual([])
  expect(manifest.shortcuts).toContainEqual(expect.objectContaining({ name: '扫码', url: '/scan' }))
})

test('every image of the manifest exists', () => {
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter(({ src }) => !existsSync(join(root, 'public', src)))).toEqual([])
})
