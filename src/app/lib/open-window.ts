/** In the click handler, before popup blockers apply. Source: rulings, Addresses and windows. */
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
