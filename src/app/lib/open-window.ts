/**
 * Opens what an address will lead to in a new window. The window opens within the tap, so that no browser blocks it,
 * and goes to the address once it is known; where there is none it closes again.
 * Source: rulings, Addresses and windows.
 */
export async function openWhenReady(address: () => Promise<string>): Promise<void> {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  try {
    const href = await address()
    if (opened) opened.location.replace(href)
    else location.assign(href)
  } catch (error) {
    opened?.close()
    throw error
  }
}
