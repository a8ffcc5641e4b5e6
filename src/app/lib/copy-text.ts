/** Without https there is no clipboard API. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;opacity:0'
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
  // Inside a dialog's focus trap.
  ;(focused?.parentElement ?? document.body).append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    focused?.focus()
  }
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    try {
      return copySelected(text)
    } catch {
      return false
    }
  }
}
