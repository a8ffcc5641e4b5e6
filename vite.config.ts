import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { answerShapes } from './src/build/answer-shapes.ts'
import { SCRIPT_TARGET } from './src/build/build-iife.ts'
import { buildMeta } from './src/build/build-meta.ts'
import { compileHint } from './src/build/compile-hint.ts'
import { faultReporter } from './src/build/fault-reporter.ts'
import { inlineScript } from './src/build/inline-script.ts'
import { leanCharts } from './src/build/lean-charts.ts'
import { leanContract } from './src/build/lean-contract.ts'
import { leanPreload } from './src/build/lean-preload.ts'
import { leanRoutes } from './src/build/lean-routes.ts'
import { leanValibot } from './src/build/lean-valibot.ts'
import { marks } from './src/build/marks.ts'
import { pageChunks } from './src/build/page-chunks.ts'
import { terseCode } from './src/build/terse-code.ts'
import { routePaths } from './src/build/route-paths.ts'
import { sourceMaps } from './src/build/source-maps.ts'
import { repairPage } from './src/build/repair-page.ts'
import { precompress } from './src/build/precompress.ts'
import { buildVersion, workerScript } from './src/build/build-version.ts'
import { endpoints } from './src/contract/all.ts'
import { devApi } from './src/build/dev-api.ts'

const chunks = pageChunks({
  reading: [
    /\/src\/app\/routes\/_shell\.tsx\?tsr-split/,
    /\/src\/app\/offline\/query-cache\.ts$/,
    /\/src\/app\/parts\/(query-provider|query-result|list-footer|screen-error|use-async-action)\.tsx?$/,
  ],
  weights: [
    // Their budgets are full.
    [/\/_shell\/mine\b/, 7],
    [/\/_shell\/problemStatistics\b/, 6],
    [/\/_shell\/socialData\./, 160],
    [/\/_shell\/fireDepData\b/, 30],
    [/\/_shell\/alarms\b/, 28],
    [/\/_shell\/buildDetail\b/, 12],
    [/\/biPage\b/, 8],
    [/\/alarms_\.statistics/, 3],
    [/\/(dutyChecks|wlw)\b/, 15],
    [/\/_shell\/(messages|unitList|buildingList|buildUnitDetail|companyList)\b/, 5],
    [/\/_shell\/(bind|edit)Building/, 8],
    [/\/examineList/, 3],
    [/\/portal\/detail/, 1],
    [/\/_public/, 1.5],
    [/routes\/a\.\$/, 4],
    [/routes\/([bc]|pack)\.\$/, 0.5],
  ],
  apart: {
    'pdf-maps': /pdfjs-dist\/cmaps/,
    // Of the audit and the floor plans only.
    'more-queries': /\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/,
  },
})
const LOADED_WITH_ENTRY = /\/(index|rolldown-runtime)-[^/]+\.js$/
/** The entry lists them all: names would weigh. */
const chunkFileName = ({ name }: { name: string }) =>
  /^(rolldown-runtime$|pdf)/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'
const reporter = faultReporter('src/app/faults/report-faults.ts')
const root = fileURLToPath(new URL('.', import.meta.url))

/** Programs of the server world: each becomes dist/server/<name>.js; what they depend on stays in node_modules. */
const programs = {
  main: 'src/server/main.ts',
  admin: 'src/server/admin.ts',
  seed: 'src/demo/seed/run.ts',
  simulate: 'src/demo/simulator/run.ts',
  feed: 'src/demo/simulator/feed.ts',
  provider: 'src/demo/simulator/provider-tool.ts',
}

export default defineConfig(({ isSsrBuild }) => ({
  root,
  // React has the hook itself: what stands in for it where it is missing stays out.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
    },
  },
  publicDir: isSsrBuild ? false : 'public',
  define: {
    ROUTE_PATHS: JSON.stringify(routePaths(root)),
    ...(isSsrBuild
      ? { BUILD_VERSION: JSON.stringify(buildVersion(root)) }
      : {
          ANSWER_SHAPES: JSON.stringify(answerShapes(endpoints())),
          CLIENT_BUILD: JSON.stringify(buildVersion(root)),
          WORKER_SCRIPT: JSON.stringify(workerScript(root)),
        }),
  },
  build: isSsrBuild
    ? { outDir: 'dist/server', ssr: true, target: 'node20', rollupOptions: { input: programs } }
    : {
        outDir: 'dist/client',
        target: SCRIPT_TARGET,
        cssTarget: 'chrome86',
        assetsInlineLimit: 0,
        sourcemap: 'hidden',
        manifest: 'build-manifest.json',
        reportCompressedSize: false,
        rollupOptions: { output: { chunkFileNames: chunkFileName, codeSplitting: chunks.splitting } },
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, files, { hostType }) =>
            hostType === 'html' ? files : files.filter((file) => !LOADED_WITH_ENTRY.test(file)),
        },
      },
  plugins: isSsrBuild
    ? []
    : [
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          // A route's loader travels with its screen: the entry holds guards and addresses only.
          codeSplittingOptions: {
            defaultBehavior: [['loader', 'component']],
            // The sign-in pages are where people start: no second trip for their few hundred bytes.
            splitBehavior: ({ routeId }) => (/^\/login(xf)?$/.test(routeId) ? [] : undefined),
          },
          routesDirectory: 'src/app/routes',
          generatedRouteTree: 'src/app/routeTree.gen.ts',
          addExtensions: true,
          routeFileIgnorePattern: '\\.test\\.',
          quoteStyle: 'single',
        }),
        inlineScript(
          'src/app/inline-script.ts',
          ['socialData', 'fireDepData', 'alarms', 'messages', 'buildingList', 'buildDetail', 'buildUnitDetail'],
          [/src\/app\/ui\/apex\.tsx/],
          reporter.address,
        ),
        reporter.plugin,
        repairPage('src/app/repair/repair.html'),
        marks(),
        buildMeta(),
        leanContract(),
        leanCharts(),
        leanPreload(),
        leanRoutes(),
        leanValibot(),
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
            // Plans are uploaded online only.
            globIgnores: ['screenshots/**', 'repair.html', 'build-manifest.json', 'icons/*.svg', 'assets/pdf*.js'],
          },
        }),
        chunks.plugin,
        terseCode(),
        compileHint((chunk) => chunk === 'apex' || chunks.isOfPage(chunk)),
        sourceMaps('dist/source-maps'),
        devApi(),
        precompress(),
      ],
}))
