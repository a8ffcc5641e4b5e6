#!/usr/bin/env node
/** CHROMIUM_PATH, the system's, or Playwright's (installed if possible). As a program prints the path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export class ChromiumMissing extends Error {}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installed(names) {
  const folders = [...new Set([...PLACES, ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)])]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(runnable)
}

function playwrightsOwn() {
  const own = chromium.executablePath()
  if (!existsSync(own)) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  return existsSync(own) ? own : undefined
}

/**
 * @returns {string}
 * @throws {ChromiumMissing} if neither found nor installable
 */
export function findChromium() {
  const told = process.env.CHROMIUM_PATH
  if (told) {
    if (runnable(told)) return told
    throw new ChromiumMissing(`CHROMIUM_PATH names ${told}, which cannot be run: point it at a Chromium, or unset it.`)
  }
  const found = installed(NAMES) ?? MAC.find(runnable) ?? playwrightsOwn()
  if (found) return found
  throw new ChromiumMissing('No Chromium found: apt-get install chromium, or set CHROMIUM_PATH to one, and run again.')
}

/** Has no notifications and no background sync. @returns {string} CHROMIUM_PATH, the system's, or {@link findChromium} */
export function findHeadlessShell() {
  return (!process.env.CHROMIUM_PATH && installed(['chromium-headless-shell'])) || findChromium()
}

/** One line without a Chinese face. @returns {string | undefined} */
export function missingChineseFonts() {
  try {
    if (execFileSync('fc-list', [':lang=zh', 'file'], { encoding: 'utf8' }).trim() !== '') return undefined
  } catch {
    // macOS has Chinese fonts.
    if (process.platform !== 'linux') return undefined
  }
  return 'No Chinese font found: screens will show boxes. apt-get install fonts-noto-cjk'
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const fonts = missingChineseFonts()
    if (fonts) console.error(fonts)
    console.log(findChromium())
  } catch (cause) {
    console.error(cause instanceof ChromiumMissing ? cause.message : cause)
    process.exit(1)
  }
}
