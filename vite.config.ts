import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compileHint } from './src/app/vite-compile-hint.ts'
import { earlyScript } from './src/app/vite-early-script.ts'
import { leanCharts } from './src/app/vite-lean-charts.ts'
import { leanContract } from './src/app/vite-lean-contract.ts'
import { marks } from './src/app/vite-marks.ts'
import { pageChunks } from './src/app/vite-page-chunks.ts'
import { terseEntry } from './src/app/vite-terse-entry.ts'
import { precompress } from './src/server/http/vite-precompress.ts'
import { buildVersion } from './src/server/vite-build-version.ts'
import { devApi } from './src/server/vite-dev-api.ts'

const chunks = pageChunks({
  first: ['_shell', 'dashboard'],
  reading: ['/src/app/offline/memory.ts', '/src/app/parts/remembering.tsx', '/src/app/parts/answer.tsx'],
  together: {
    dashboard: /\/_shell\/socialData\.tsx/,
    city: /\/(_shell\/fireDepData|biPage)\.tsx/,
    portal: /\/_public(\.|\/)/,
    building: /\/(_shell\/(building|buildDetail|buildUnitDetail|wlw)|deviceTest\.)/,
    accounts: /\/_shell\/(unitList|accountList)\./,
    'building-form': /\/_shell\/(bindBuilding|editBuilding)/,
  },
  apart: {
    alarm: /\/src\/(contract\/alarm(\.rules)?|app\/data\/alarm(-acts)?)\.ts/,
    map: /\/(src\/app\/parts\/map(?!\/outline)|src\/app\/lib\/gazetteer|src\/contract\/coordinates|node_modules\/gcoord)/,
  },
})
const root = fileURLToPath(new URL('.', import.meta.url))

/** Programs of the server world: each becomes dist/server/<name>.js; what they depend on stays in node_modules. */
const programs = {
  main: 'src/server/main.ts',
  admin: 'src/server/admin.ts',
  seed: 'mocks/seed/run.ts',
  simulate: 'mocks/simulate/run.ts',
  feed: 'mocks/simulate/feed.ts',
  provider: 'mocks/simulate/provider-tool.ts',
}

export default defineConfig(({ isSsrBuild }) => ({
  root,
  // React has the hook itself: what stands in for it where it is missing stays out.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  publicDir: isSsrBuild ? false : 'public',
  ...(isSsrBuild && { define: { BUILD_VERSION: JSON.stringify(buildVersion(root)) } }),
  build: isSsrBuild
    ? { outDir: 'dist/server', ssr: true, target: 'node20', rollupOptions: { input: programs } }
    : {
        outDir: 'dist/client',
        target: 'chrome86',
        cssTarget: 'chrome86',
        assetsInlineLimit: 0,
        manifest: 'build-manifest.json',
        reportCompressedSize: false,
        rollupOptions: { output: { codeSplitting: { groups: chunks.groups } } },
        modulePreload: { polyfill: false },
      },
  plugins: isSsrBuild
    ? []
    : [
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          // A route's loader travels with its screen: the entry holds guards and addresses only.
          codeSplittingOptions: {
            defaultBehavior: [['loader', 'component', 'errorComponent']],
            // The sign-in pages are where people start: no second trip for their few hundred bytes.
            splitBehavior: ({ routeId }) => (/^\/login(xf)?$/.test(routeId) ? [] : undefined),
          },
          routesDirectory: 'src/app/routes',
          generatedRouteTree: 'src/app/routeTree.gen.ts',
          addExtensions: true,
          routeFileIgnorePattern: '\\.test\\.',
          quoteStyle: 'single',
        }),
        earlyScript(
          'src/app/early.ts',
          {
            '/socialData': [/_shell\.tsx\?tsr-split/, /_shell\/socialData\.tsx\?tsr-split/],
            '/fireDepData': [/_shell\.tsx\?tsr-split/, /_shell\/fireDepData\.tsx\?tsr-split/],
          },
          [/src\/app\/ui\/apex\.tsx/],
        ),
        marks(),
        leanContract(),
        leanCharts(),
        react(),
        VitePWA({
          strategies: 'injectManifest',
          srcDir: 'src/sw',
          filename: 'sw.ts',
          injectRegister: false,
          registerType: 'prompt',
          manifest: false,
          injectManifest: {
            globPatterns: ['**/*.{js,css,html,svg,webmanifest}', 'favicon.png', 'icons/*.png', 'geo/*.json'],
            globIgnores: ['screenshots/**', 'build-manifest.json', 'icons/*.svg'],
          },
        }),
        chunks.plugin,
        terseEntry(),
        compileHint(['_shell', 'reading', 'dashboard', 'city', 'building', 'working', 'apex']),
        devApi(),
        precompress(),
      ],
}))
