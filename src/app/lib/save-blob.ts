/** Hands a file made here to the browser, as a download under that name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has taken the address up by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
