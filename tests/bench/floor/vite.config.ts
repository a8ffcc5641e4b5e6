import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import autoprefixer from 'autoprefixer'
import tailwindcss from 'tailwindcss'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { precompress } from '../../../src/build/precompress.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** FLOOR: 'list' or 'line' (one chart). FLOOR_OUT: default `dist/bench/<FLOOR>`. */
const floor = process.env.FLOOR === 'line' ? 'line' : 'list'

export default defineConfig({
  root: here('.'),
  build: {
    chunkSizeWarningLimit: 1000,
    outDir: process.env.FLOOR_OUT ?? here(`../../../dist/bench/${floor}`),
    emptyOutDir: true,
    target: 'chrome86',
    modulePreload: { polyfill: false },
  },
  css: {
    postcss: { plugins: [tailwindcss({ content: [here('./*.tsx')] }), autoprefixer()] },
  },
  plugins: [
    {
      name: 'floor-entry',
      transformIndexHtml: { order: 'pre', handler: (page) => page.replace('/list.tsx', `/${floor}.tsx`) },
    },
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['**/*.{js,css,html,json}'] },
    }),
    precompress(),
  ],
})
