/** The browser may clear Cache Storage alone. */
export const PROGRAM_GONE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>需要联网才能打开</title><body style="font:1rem/1.6 sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">需要联网才能打开</h1><p>浏览器清除了本机保存的程序文件。联网后重新打开，程序文件会自动恢复。</p>
<p><a href="">重新打开</a></p>`

const cacheName = ({ scope }: ServiceWorkerRegistration) => `workbox-precache-v2-${scope}`

let refilling: Promise<void> | undefined

export function refill(registration: ServiceWorkerRegistration, files: ReadonlyMap<string, string>): Promise<void> {
  refilling ??= run(registration, files).finally(() => (refilling = undefined))
  return refilling
}

async function run(registration: ServiceWorkerRegistration, files: ReadonlyMap<string, string>): Promise<void> {
  await registration.update()
  // Another build's worker fetches its own; two builds do not mix.
  if (registration.installing ?? registration.waiting) return
  const cache = await caches.open(cacheName(registration))
  for (const [key, url] of files) {
    if (await cache.match(key)) continue
    const answer = await fetch(url, { cache: 'reload', credentials: 'same-origin' })
    if (answer.ok) await cache.put(key, answer)
  }
}
