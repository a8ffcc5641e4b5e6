import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { Browser } from 'puppeteer-core/lib/cjs/puppeteer/common/Browser.js'
import type { Puppeteer } from 'puppeteer-core/lib/cjs/puppeteer/common/Puppeteer.js'

const require = createRequire(import.meta.url)
const folder = join(tmpdir(), `chromium-86-${userInfo().username}`)

/** Once per machine; safe for concurrent runs. */
async function unpacked(): Promise<string> {
  const binary = join(folder, 'chromium')
  if (existsSync(binary)) return binary
  const packed = join(dirname(require.resolve('chrome-aws-lambda/package.json')), 'bin', 'chromium.br')
  const half = `${binary}.${process.pid}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(half))
    await chmod(half, 0o700)
    await rename(half, binary)
  } finally {
    await rm(half, { force: true })
  }
  return binary
}

/** 86.0.4240, headless; requires libnss3. Playwright cannot drive it: puppeteer. */
export async function launchChromium86(): Promise<Browser> {
  const puppeteer = require('puppeteer-core') as Puppeteer
  return puppeteer.launch({
    executablePath: await unpacked(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--lang=zh-CN',
      // Headless 86 kills pages that use it.
      '--disable-blink-features=Badging',
    ],
  })
}
