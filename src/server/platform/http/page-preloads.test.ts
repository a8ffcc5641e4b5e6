import { expect, test } from 'vitest'
import { type BuildManifest, preloadsByPage } from './page-preloads.ts'

const split = '?tsr-split=component---loader'
const manifest: BuildManifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_runtime.js'] },
  '_runtime.js': { file: 'assets/runtime-1.js' },
  '_reading.js': { file: 'assets/reading-1.js', imports: ['index.html'] },
  '_chart.js': { file: 'assets/chart-1.js' },
  [`src/app/routes/_shell.tsx${split}`]: { file: 'assets/shell-1.js', imports: ['index.html', '_reading.js'] },
  [`src/app/routes/_shell/socialData.tsx${split}`]: { file: 'assets/dashboard-1.js', imports: ['_reading.js'] },
  [`src/app/routes/_shell/buildDetail.$id.$tabName.tsx${split}`]: { file: 'assets/building-1.js' },
  [`src/app/routes/biPage.tsx${split}`]: { file: 'assets/wall-1.js', imports: ['_runtime.js'] },
}
const files = (page: string) =>
  [
    ...(preloadsByPage(manifest).get(page) ?? '').matchAll(/<\/assets\/(\w+)-1\.js>; rel=modulepreload; crossorigin/g),
  ].map(([, name]) => name)

test.each([
  ['socialData', ['index', 'runtime', 'shell', 'reading', 'dashboard']],
  ['buildDetail', ['index', 'runtime', 'shell', 'reading', 'building']],
  ['biPage', ['index', 'runtime', 'wall']],
  ['login', []],
])('%s preloads the entry, then its layout’s chunks and its own, without lazy ones', (page, names) => {
  expect(files(page)).toEqual(names)
})
