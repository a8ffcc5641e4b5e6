/** Copies by a selection, for pages without https, where the clipboard is closed to scripts. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;opacity:0'
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
  // Beside the focused control: a dialog's focus trap would take the selection back from anywhere else.
  ;(focused?.parentElement ?? document.body).append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    focused?.focus()
  }
}

/** Puts text on the clipboard; false where the browser refuses. */
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
